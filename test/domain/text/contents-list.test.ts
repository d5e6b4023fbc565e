import { describe, expect, it } from 'vitest'
import { parseManuscript } from '#domain/text/manuscript.ts'

const rain = '雨下了一夜。'

function chapter(heading: string, text = rain): string {
  return `${heading}\n\n　　${text}\n\n`
}

describe('a contents list', () => {
  const body = chapter('第一章 甲') + chapter('第二章　乙') + chapter('第三章 丙')

  it.each([
    { how: 'as the headings', list: '第一章 甲\n第二章 乙\n第三章 丙\n\n', from: 1, to: 3 },
    {
      how: 'with page numbers',
      list: '目录\n第一章 甲……1\n第二章 乙……12\n第三章 丙……120\n\n',
      from: 2,
      to: 4,
    },
    {
      how: 'with other punctuation',
      list: '目  录\n\n第一章：甲\n第二章：乙！\n第三章：丙\n\n',
      from: 3,
      to: 5,
    },
  ])('$how is reported and makes no chapters', ({ list, from, to }) => {
    const manuscript = parseManuscript(list + body)
    expect(manuscript.chapters.map(({ printedNumber }) => printedNumber)).toEqual([1, 2, 3])
    expect(manuscript.anomalies).toMatchObject([
      { kind: 'CONTENTS_LIST', severity: 'INFO', line: from },
    ])
    expect(manuscript.anomalies[0]?.message).toContain(`${from}–${to}`)
    expect(manuscript.rejects.filter(({ line }) => line === from || line === to)).toHaveLength(2)
  })

  it('with titles that the headings lack is one too', () => {
    const text = `第一章 甲\n第二章 乙\n\n${chapter('第一章')}${chapter('第二章')}`
    expect(parseManuscript(text).chapters.map(({ line }) => line)).toEqual([4, 8])
  })

  it('with volumes is one, and the first volume stays', () => {
    const list = '第一卷 启程\n第一章 甲\n第二章 乙\n\n'
    const text = `${list}第一卷 启程\n\n${chapter('第一章 甲')}${chapter('第二章 乙')}`
    expect(parseManuscript(text).volumes).toEqual([{ number: 1, title: '启程', line: 5 }])
  })

  it('tells what is missing from the text', () => {
    const manuscript = parseManuscript(
      `第一章 甲\n第二章 乙\n第三章 丙\n第四章 丁\n\n这里有一段序言。\n\n${body}`,
    )
    const list = manuscript.anomalies.find(({ kind }) => kind === 'CONTENTS_LIST')
    expect(list).toMatchObject({
      severity: 'WARNING',
      message: expect.stringContaining('第四章 丁'),
    })
  })

  it('is none where headings without text do not come again', () => {
    expect(parseManuscript('第一章 甲\n第二章 乙\n第三章 丙\n').chapters).toHaveLength(3)
  })
})
