import { describe, expect, it } from 'vitest'
import { countCharacters } from '#domain/text/lines.ts'
import { type Manuscript, parseManuscript } from '#domain/text/manuscript.ts'

const rain = '雨下了一夜。'

function chapter(heading: string, text = rain): string {
  return `${heading}\n\n　　${text}\n\n`
}

function headed(text: string) {
  return parseManuscript(text).chapters.map(({ label, title }) => `${label} ${title}`.trim())
}

function kindsOf({ anomalies }: Manuscript) {
  return anomalies.map(({ kind }) => kind)
}

describe('chapters', () => {
  it('come with label, title, number, line and paragraphs', () => {
    const text =
      '第一章　山雨　 欲来\r\n\r\n　　雨下了一夜。\r\n　　天亮了。\r\n第二章\r\n　　他走了。\r\n'
    expect(parseManuscript(text)).toEqual({
      title: undefined,
      chapters: [
        {
          line: 1,
          label: '第一章',
          title: '山雨 欲来',
          printedNumber: 1,
          part: undefined,
          volumeNumber: undefined,
          kind: 'CHAPTER',
          paragraphs: [rain, '天亮了。'],
        },
        {
          line: 5,
          label: '第二章',
          title: '',
          printedNumber: 2,
          part: undefined,
          volumeNumber: undefined,
          kind: 'CHAPTER',
          paragraphs: ['他走了。'],
        },
      ],
      volumes: [],
      anomalies: [],
      counts: [
        { unit: 'characters of text', in: 24, out: 24, rejected: 0 },
        { unit: 'lines', in: 5, out: 5, rejected: 0 },
      ],
      rejects: [],
      hardWrapped: false,
    })
  })

  it.each(['\n', '\r\n', '\r'])('are found whatever ends the lines (%j)', (end) => {
    expect(headed(['第一章 甲', rain, '第二章 乙', rain].join(end))).toEqual([
      '第一章 甲',
      '第二章 乙',
    ])
  })

  it('hold NFC text', () => {
    const [first] = parseManuscript(chapter('第一章 甲', 'cafe\u0301')).chapters
    expect(first?.paragraphs).toEqual(['caf\u00e9'])
  })

  it('keep prologue, interlude, extra and epilogue apart', () => {
    const text = ['楔子', '第一章 甲', '间章', '第二章 乙', '尾声', '番外一 丙']
      .map((line) => chapter(line))
      .join('')
    const kinds = parseManuscript(text).chapters.map(({ kind }) => kind)
    expect(kinds).toEqual(['PROLOGUE', 'CHAPTER', 'INTERLUDE', 'CHAPTER', 'EPILOGUE', 'EXTRA'])
  })

  it('are the whole text where no heading is found', () => {
    const manuscript = parseManuscript(`\n\n${rain}\n天亮了。\n`)
    expect(manuscript.chapters).toMatchObject([
      { line: 1, label: '全文', kind: 'CHAPTER', paragraphs: [rain, '天亮了。'] },
    ])
    expect(kindsOf(manuscript)).toEqual(['NO_HEADINGS'])
  })

  it('are reported when they have no text', () => {
    const manuscript = parseManuscript(
      `${chapter('第一章 甲')}第二章 乙\n\n${chapter('第三章 丙')}`,
    )
    expect(manuscript.chapters).toHaveLength(3)
    expect(manuscript.anomalies).toMatchObject([{ kind: 'EMPTY_CHAPTER', line: 5 }])
  })
})

describe('a file of one giant line', () => {
  const prose = '沈砚推开门，走了出去。'.repeat(200)

  it('is split at runs of spaces when that brings out the chapters', () => {
    const manuscript = parseManuscript(`第一章 甲　　${prose}　　第二章 乙　　${rain}`)
    expect(manuscript.chapters).toMatchObject([
      { title: '甲', line: 1, paragraphs: [prose] },
      { title: '乙', line: 1, paragraphs: [rain] },
    ])
    expect(kindsOf(manuscript)).toEqual(['ONE_LINE_FILE'])
  })

  it('stays whole when nothing tells where its titles end', () => {
    const manuscript = parseManuscript(`第一章 甲 ${prose} 第二章 乙 ${rain}`)
    expect(manuscript.chapters).toHaveLength(1)
    expect(kindsOf(manuscript)).toEqual(['ONE_LINE_FILE', 'NO_HEADINGS'])
  })

  it('of fifty million characters is read', () => {
    const manuscript = parseManuscript('雨'.repeat(50_000_000))
    expect(manuscript.counts[0]).toMatchObject({ in: 50_000_000, out: 50_000_000 })
  })
})

describe('counts', () => {
  it('tie: all that is neither kept nor punctuation of a heading is among the rejects', () => {
    const text = `《长夜》\nwww.example.com\n第一章 甲\n第二章 乙\n\n第一卷 启程\n${chapter('正文 第一章 甲')}正文完\n${chapter('第二章 乙（求月票）')}<think>\n`
    const { chapters, counts, rejects, volumes } = parseManuscript(text)
    const [characters, lines] = counts
    const listed = rejects.reduce((sum, { content }) => sum + countCharacters(content), 0)
    expect(characters).toEqual({
      unit: 'characters of text',
      in: countCharacters(text),
      out: 25,
      rejected: listed,
    })
    expect(lines).toEqual({ unit: 'lines', in: 11, out: 5, rejected: 6 })
    expect([chapters.length, volumes.length]).toEqual([2, 1])
  })
})
