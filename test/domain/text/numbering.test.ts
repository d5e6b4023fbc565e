import { describe, expect, it } from 'vitest'
import { parseManuscript } from '#domain/text/manuscript.ts'

const rain = '雨下了一夜。'

function chapter(heading: string, text = rain): string {
  return `${heading}\n\n　　${text}\n\n`
}

describe('numbers', () => {
  const numbered = (...numbers: readonly number[]) =>
    numbers.map((number) => chapter(`第${number}章 其${number}`)).join('')

  it('raise nothing when they rise by one', () => {
    expect(parseManuscript(numbered(1, 2, 3)).anomalies).toEqual([])
  })

  it('tell gaps and duplicates, and nothing is overwritten', () => {
    const manuscript = parseManuscript(numbered(1, 2, 3, 6, 6, 8))
    expect(manuscript.chapters).toHaveLength(6)
    expect(manuscript.anomalies).toMatchObject([
      { kind: 'CHAPTER_GAP', line: 13, message: expect.stringContaining('4–5') },
      { kind: 'CHAPTER_DUPLICATE', line: 17, message: expect.stringContaining('line 13') },
      { kind: 'CHAPTER_GAP', line: 21, message: expect.stringContaining('Chapter 7') },
    ])
  })

  it('tell a chapter out of order', () => {
    const manuscript = parseManuscript(numbered(1, 3, 2, 4))
    expect(manuscript.anomalies).toMatchObject([{ kind: 'CHAPTER_ORDER', line: 9 }])
  })

  it('are no duplicates in two parts of one chapter', () => {
    const text = chapter('第一章（上） 甲') + chapter('第一章（下）甲')
    const manuscript = parseManuscript(text)
    expect(manuscript.chapters.map(({ part }) => part)).toEqual(['上', '下'])
    expect(manuscript.anomalies).toEqual([])
  })

  it('may start late: a file may hold the end of a book', () => {
    expect(parseManuscript(numbered(55, 56)).anomalies).toMatchObject([
      { kind: 'CHAPTER_GAP', severity: 'INFO' },
    ])
  })

  it('may restart in a volume, and the order of the file stays', () => {
    const text = `第一卷 启程\n\n${numbered(1, 2)}第二卷 归来\n\n${numbered(1, 2)}`
    const manuscript = parseManuscript(text)
    const places = manuscript.chapters.map(({ volumeNumber, printedNumber }) => [
      volumeNumber,
      printedNumber,
    ])
    expect(places).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ])
    expect(manuscript.anomalies).toMatchObject([{ kind: 'VOLUME_RESTART', severity: 'INFO' }])
  })

  it('that restart without a volume are a warning', () => {
    const manuscript = parseManuscript(numbered(1, 2, 3, 1, 2))
    expect(manuscript.chapters).toHaveLength(5)
    expect(manuscript.anomalies).toMatchObject([
      { kind: 'VOLUME_RESTART', severity: 'WARNING', line: 13 },
    ])
  })

  it('that go on through volumes raise nothing', () => {
    const text = `第一卷 启程\n\n${numbered(1, 2)}第二卷 归来\n\n${numbered(3, 4)}`
    expect(parseManuscript(text).anomalies).toEqual([])
  })
})

describe('volumes', () => {
  it('are named by chapter headings as well', () => {
    const text =
      chapter('第一卷 启程 第001章 甲') +
      chapter('第一卷 启程 第002章 乙') +
      chapter('第二卷 第003章 丙')
    expect(parseManuscript(text).volumes).toEqual([
      { number: 1, title: '启程', line: 1 },
      { number: 2, title: '', line: 9 },
    ])
  })

  it('are not opened again by a heading that every page repeats', () => {
    const text = `第一卷 启程\n${chapter('第一章 甲')}第一卷 启程\n${chapter('第二章 乙')}`
    expect(parseManuscript(text).volumes).toHaveLength(1)
  })

  it('of the parts of several books are counted through', () => {
    const book = (name: string) =>
      `BOOK ${name}\n\nPART ONE\n\n${chapter('CHAPTER I', 'Rain.')}PART TWO\n\n${chapter('CHAPTER I', 'Rain.')}`
    const manuscript = parseManuscript(book('ONE') + book('TWO'))
    expect(manuscript.volumes.map(({ number, title }) => `${number} ${title}`)).toEqual([
      '1 BOOK ONE PART ONE',
      '2 BOOK ONE PART TWO',
      '3 BOOK TWO PART ONE',
      '4 BOOK TWO PART TWO',
    ])
    expect(manuscript.chapters.map(({ volumeNumber }) => volumeNumber)).toEqual([1, 2, 3, 4])
  })

  it('keep the text between their heading and the first chapter', () => {
    const text = `第一卷 启程\n\n卷首的话。\n\n${chapter('第一章 甲')}`
    expect(parseManuscript(text).chapters).toMatchObject([
      { kind: 'PROLOGUE', label: '第一卷', title: '启程', paragraphs: ['卷首的话。'] },
      { kind: 'CHAPTER', label: '第一章' },
    ])
  })

  it('are chapters where the book has no smaller parts', () => {
    const manuscript = parseManuscript(chapter('卷一 甲') + chapter('卷二 乙'))
    expect(manuscript.chapters).toMatchObject([
      { kind: 'CHAPTER', label: '卷一', printedNumber: 1 },
      { kind: 'CHAPTER', label: '卷二', printedNumber: 2 },
    ])
    expect(manuscript.anomalies).toEqual([])
  })
})
