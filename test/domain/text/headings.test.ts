import { describe, expect, it } from 'vitest'
import { parseHeading } from '#domain/text/headings.ts'

describe('parseHeading', () => {
  it.each([
    ['第一百八回', 'CHAPTER', '第一百八回', 108, ''],
    ['第一○一回　夜雨　归人', 'CHAPTER', '第一○一回', 101, '夜雨 归人'],
    ['第１２章', 'CHAPTER', '第１２章', 12, ''],
    ['第 22 章 夜雨', 'CHAPTER', '第 22 章', 22, '夜雨'],
    ['　　　　第三章：夜雨', 'CHAPTER', '第三章', 3, '夜雨'],
    ['第X章 夜雨', 'CHAPTER', '第X章', undefined, '夜雨'],
    ['第五章 求而不得', 'CHAPTER', '第五章', 5, '求而不得'],
    ['第五章 我，求一张船票', 'CHAPTER', '第五章', 5, '我，求一张船票'],
    ['第五章 武林盟主（盟主）', 'CHAPTER', '第五章', 5, '武林盟主（盟主）'],
    ['\u200b第五章 夜雨', 'CHAPTER', '第五章', 5, '夜雨'],
    ['第五章 你是谁？', 'CHAPTER', '第五章', 5, '你是谁？'],
    ['番外 第一章', 'EXTRA', '番外 第一章', 1, ''],
    ['番外（二） 夜雨', 'EXTRA', '番外（二）', 2, '夜雨'],
    ['番外 一年之后', 'EXTRA', '番外', undefined, '一年之后'],
    ['楔子', 'PROLOGUE', '楔子', undefined, ''],
    ['尾聲', 'EPILOGUE', '尾聲', undefined, ''],
    ['间章 夜雨', 'INTERLUDE', '间章', undefined, '夜雨'],
    ['大结局（上）', 'EPILOGUE', '', undefined, '大结局（上）'],
    ['第二卷 归人', 'VOLUME', '第二卷', 2, '归人'],
    ['卷之三', 'VOLUME', '卷之三', 3, ''],
    ['Chapter XIV.', 'CHAPTER', 'Chapter XIV', 14, ''],
    ['CHAPTER 013', 'CHAPTER', 'CHAPTER 013', 13, ''],
    [
      'Chapter One Hundred and Five: The Storm',
      'CHAPTER',
      'Chapter One Hundred and Five',
      105,
      'The Storm',
    ],
    ['Chapter the First', 'CHAPTER', 'Chapter the First', 1, ''],
    ['PART TWO — The Road', 'VOLUME', 'PART TWO', 2, 'The Road'],
    ['Prologue', 'PROLOGUE', 'Prologue', undefined, ''],
    ['Interlude: Rain', 'INTERLUDE', 'Interlude', undefined, 'Rain'],
    ['EPILOGUE', 'EPILOGUE', 'EPILOGUE', undefined, ''],
  ] as const)('reads %j', (line, ...expected) => {
    const { kind, label, number, title } = parseHeading(line) ?? {}
    expect([kind, label, number, title]).toEqual(expected)
  })

  it.each([
    { line: '第一卷第二章 夜雨', volume: { number: 1, title: '' }, number: 2 },
    { line: '第一卷 启程 第002章 夜雨', volume: { number: 1, title: '启程' }, number: 2 },
    { line: 'Volume 3 Chapter 12: Rain', volume: { number: 3, title: '' }, number: 12 },
  ])('sets the volume of $line apart', ({ line, ...expected }) => {
    expect(parseHeading(line)).toMatchObject(expected)
  })

  it.each([
    { line: '第十章（上） 夜雨', part: '上', label: '第十章（上）', title: '夜雨' },
    { line: '第十章（下）夜雨', part: '下', label: '第十章（下）', title: '夜雨' },
    { line: '第十章 夜雨（二）', part: '二', label: '第十章', title: '夜雨（二）' },
  ])('knows the part of $line', ({ line, ...expected }) => {
    expect(parseHeading(line)).toMatchObject(expected)
  })

  it.each([
    '正文 第八章 山雨',
    '正文卷 第八章 山雨',
    'VIP章节 第八章 山雨',
    '## 第八章 山雨',
    '☆、第八章 山雨',
    '=== 第八章 山雨 ===',
    '【第八章 山雨】',
    '第八章 山雨（求月票！）',
    '第八章 山雨（第二更）（求收藏）',
    '第八章 山雨 跪求推荐票！',
  ])('leaves out what belongs to neither label nor title: %s', (line) => {
    expect(parseHeading(line)).toMatchObject({ label: '第八章', title: '山雨', number: 8 })
  })

  it.each([
    '第六回合…',
    '第四回中…',
    '第四回中已经写明，这一回就不再说了。',
    '第二回　合，是我和两个兽人比赛，他们两眼泛着红光，看上去很凶',
    '第三章写得真好。',
    '第三节课',
    '40多岁的男人…',
    '我第一章花了半个小时',
    '序齒，禮拜大王。',
    '【系统：任务完成】',
    'chapter 5 of the book',
    'Part of him wanted to stay.',
    'Introduction to the game',
    'Booking two seats',
    '',
  ])('takes %j for prose', (line) => {
    expect(parseHeading(line)).toBeUndefined()
  })

  it.each([
    ['第2章我成了神手', 'FITTING'],
    ['二十四章 夜雨', 'FITTING'],
    ['12', 'SERIES'],
    ['1、夜雨', 'SERIES'],
    ['XIV.', 'SERIES'],
    ['分节阅读 12', 'SERIES'],
    ['# 夜雨', 'SERIES'],
  ])('leaves %j to what surrounds it', (line, trust) => {
    expect(parseHeading(line)?.trust).toBe(trust)
  })

  it('gives up on a line too long for a heading without reading it', () => {
    expect(parseHeading(`第一章 ${'雨'.repeat(1_000_000)}`)).toBeUndefined()
  })

  it.each([
    ['numerals', (length: number) => `第${'一'.repeat(length)}`],
    ['spaces', (length: number) => `第一${'　'.repeat(length)}章`],
    ['digits', (length: number) => '1'.repeat(length)],
    ['dashes', (length: number) => '-'.repeat(length)],
    ['English numerals', (length: number) => `Chapter ${'one '.repeat(length / 4)}`],
  ])('opens no chapter at a run of %s', (_, make) => {
    for (const length of [40, 100, 4000]) expect(parseHeading(make(length))?.trust).not.toBe('SURE')
  })
})
