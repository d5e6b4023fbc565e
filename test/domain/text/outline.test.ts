import { describe, expect, it } from 'vitest'
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

describe('headings in context', () => {
  it('are no bare numbers where the book has chapters', () => {
    const text = `${chapter('第一章 甲')}1\n\n${rain}\n\n2\n\n${rain}\n\n${chapter('第二章 乙')}`
    expect(headed(text)).toEqual(['第一章 甲', '第二章 乙'])
  })

  it.each([
    ['bare numbers', ['1', '2', '3']],
    ['Chinese numerals', ['一', '二', '三']],
    ['Roman numerals', ['I.', 'II.', 'III.']],
    ['enumerated titles', ['1、甲', '2、乙', '3、丙']],
    ['the cuts of a site', ['分节阅读 1', '分节阅读 2', '分节阅读 3']],
  ])('are %s in a series, where the book has no others', (_, lines) => {
    const { chapters } = parseManuscript(lines.map((line) => chapter(line)).join(''))
    expect(chapters.map(({ printedNumber }) => printedNumber)).toEqual([1, 2, 3])
  })

  it('are no items of a list', () => {
    expect(headed('要买的：\n1、米\n2、菜\n3、肉\n就这样。')).toEqual(['全文'])
  })

  it('are Markdown headings where the book has no others', () => {
    const text = `# 长夜\n\n${chapter('## 起风')}${chapter('## 落雨')}`
    expect(headed(text)).toEqual(['起风', '落雨'])
    expect(parseManuscript(text).title).toBe('长夜')
  })

  it('may cling to their titles when the numbers follow', () => {
    const text = `${chapter('第1章 甲')}${chapter('第2章我来了')}${chapter('第3章 丙')}`
    expect(headed(text)).toEqual(['第1章 甲', '第2章 我来了', '第3章 丙'])
  })

  it('stay text and are reported when they cling and the numbers do not follow', () => {
    const manuscript = parseManuscript(
      `${chapter('第1章 甲')}第9章我来了\n\n${chapter('第2章 乙')}`,
    )
    expect(manuscript.chapters[0]?.paragraphs).toEqual([rain, '第9章我来了'])
    expect(manuscript.anomalies).toMatchObject([{ kind: 'HEADING_DOUBTFUL', line: 5 }])
  })

  it('stay text where a chapter tells its own title', () => {
    const manuscript = parseManuscript(
      `${chapter('第一章 山雨　欲来')}第一章山雨欲来——\n\n${chapter('第二章 乙')}`,
    )
    expect(manuscript.chapters[0]?.paragraphs).toEqual([rain, '第一章山雨欲来——'])
    expect(manuscript.anomalies).toMatchObject([{ kind: 'TITLE_REPEATED', line: 5 }])
  })

  it('are left out when they are printed twice in a row', () => {
    const manuscript = parseManuscript(
      `第一章 甲\n\n${chapter('第一章　甲')}${chapter('第二章 乙')}`,
    )
    expect(manuscript.chapters).toHaveLength(2)
    expect(manuscript.rejects).toMatchObject([{ line: 3, code: 'TITLE_REPEATED' }])
  })

  it('of sections stay in the text of their chapters', () => {
    const text = `${chapter('第一章 甲')}${chapter('第一节 子')}${chapter('第二章 乙')}${chapter('第一节 丑')}`
    expect(headed(text)).toEqual(['第一章 甲', '第二章 乙'])
    expect(kindsOf(parseManuscript(text))).toEqual(['SECTION_HEADING'])
  })

  it('are no lines that go on with the sentence before, in a hard-wrapped file', () => {
    const prose = '沈砚推开门雨水顺着屋檐往下淌他站了很久只听\n'
    const text = `第一章 甲\n\n${prose.repeat(6)}第二回 夜雨\n${prose.repeat(3)}\n第二章 乙\n\n${rain}`
    expect(headed(text)).toEqual(['第一章 甲', '第二章 乙'])
  })
})
