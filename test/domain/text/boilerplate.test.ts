import { describe, expect, it } from 'vitest'
import { type Manuscript, parseManuscript } from '#domain/text/manuscript.ts'

const rain = '雨下了一夜。'

function chapter(heading: string, text = rain): string {
  return `${heading}\n\n　　${text}\n\n`
}

function kindsOf({ anomalies }: Manuscript) {
  return anomalies.map(({ kind }) => kind)
}

describe('what is no chapter', () => {
  it('before the first heading gives the title when it is a title page', () => {
    const manuscript = parseManuscript(`《长夜》\n作者：沈砚\n\n${chapter('第一章 甲')}`)
    expect(manuscript.title).toBe('长夜')
    expect(manuscript.chapters).toHaveLength(1)
    expect(manuscript.anomalies).toMatchObject([
      { kind: 'FRONT_MATTER', severity: 'INFO', line: 1 },
    ])
    expect(manuscript.rejects).toMatchObject([{ line: 1, content: '《长夜》' }, { line: 2 }])
  })

  it('before the first heading is kept when it is prose', () => {
    const preface = '这是一篇很长的序。'.repeat(600)
    const manuscript = parseManuscript(`《长夜》\n\n${preface}\n\n${chapter('第一章 甲')}`)
    expect(manuscript.title).toBe('长夜')
    expect(manuscript.chapters[0]).toMatchObject({
      line: 3,
      kind: 'PROLOGUE',
      label: '前言',
      paragraphs: [preface],
    })
    expect(manuscript.anomalies).toContainEqual(
      expect.objectContaining({ kind: 'FRONT_MATTER', severity: 'WARNING', line: 3 }),
    )
  })

  it('and sells a site is left out and reported', () => {
    const manuscript = parseManuscript(
      `最新小说请到 www.example.com 下载\n${chapter('第一章 甲')}http://.cn\n`,
    )
    expect(manuscript.rejects.map(({ line, code }) => [line, code])).toEqual([
      [1, 'ADVERTISEMENT'],
      [6, 'ADVERTISEMENT'],
    ])
    expect(manuscript.anomalies).toMatchObject([{ kind: 'ADVERTISEMENT', line: 1 }])
  })

  it('does not take a sentence that names a web address', () => {
    const sentence = '他打开www.example.com，看了看昨天的新闻，什么也没有。'
    expect(parseManuscript(chapter('第一章 甲', sentence)).chapters[0]?.paragraphs).toEqual([
      sentence,
    ])
  })

  it('and is a note of the author stays in its chapter and is reported', () => {
    const manuscript = parseManuscript(
      `${chapter('第一章 甲')}上架感言\n\n谢谢大家。\n\n${chapter('第二章 乙')}`,
    )
    expect(manuscript.chapters[0]?.paragraphs).toEqual([rain, '上架感言', '谢谢大家。'])
    expect(manuscript.anomalies).toMatchObject([
      { kind: 'AUTHOR_NOTE', severity: 'WARNING', line: 5 },
    ])
  })

  it.each(['正文完', '（本章完）', '未完待续……', '——全书完——'])(
    'and marks an end is left out: %s',
    (mark) => {
      const manuscript = parseManuscript(`${chapter('第一章 甲')}${mark}\n`)
      expect(manuscript.rejects).toMatchObject([{ line: 5, content: mark, code: 'AUTHOR_NOTE' }])
    },
  )

  it('and comes from a model is left out to its closing tag', () => {
    const manuscript = parseManuscript(
      `${chapter('第一章 甲')}<think>\n第二章该写什么？\n</think>\n天亮了。\n`,
    )
    expect(manuscript.chapters[0]?.paragraphs).toEqual([rain, '天亮了。'])
    expect(manuscript.anomalies).toMatchObject([{ kind: 'MODEL_OUTPUT', line: 5 }])
  })

  it('and has no closing tag is left out alone', () => {
    const manuscript = parseManuscript(`第一章 甲\n<think>\n${rain}\n`)
    expect(manuscript.chapters[0]?.paragraphs).toEqual([rain])
  })

  it('and comes from Project Gutenberg is left out', () => {
    const text = `The Project Gutenberg eBook of Rain\n\nTitle: Rain\n\n*** START OF THE PROJECT GUTENBERG EBOOK RAIN ***\n\n${chapter('Chapter 1', 'It rained.')}*** END OF THE PROJECT GUTENBERG EBOOK RAIN ***\n\nChapter 2 of the licence.\n`
    const manuscript = parseManuscript(text)
    expect(manuscript.title).toBe('Rain')
    expect(manuscript.chapters).toMatchObject([{ label: 'Chapter 1', paragraphs: ['It rained.'] }])
    expect(kindsOf(manuscript)).toEqual(['GUTENBERG'])
  })

  it('of a heading is listed when it is words', () => {
    const { rejects } = parseManuscript(chapter('正文 第一章：甲（求月票！）'))
    expect(rejects).toMatchObject([
      { line: 1, code: 'HEADING_MARK', content: '正文：（求月票！）' },
    ])
  })
})
