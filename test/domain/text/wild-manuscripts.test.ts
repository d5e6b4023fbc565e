import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAdvertisement, isAuthorNote, isEndMark } from '#domain/text/boilerplate.ts'
import { decodeText } from '#domain/text/decode.ts'
import type { Heading } from '#domain/text/heading.ts'
import { parseHeading } from '#domain/text/headings.ts'
import { parseManuscript } from '#domain/text/manuscript.ts'

/** Books and headings as found in the wild, kept outside the repository: their licences differ. */
const shared = new URL('../../../../shared/data/', import.meta.url)
const present = existsSync(shared)
const where = present ? 'in the wild' : `in the wild (skipped: ${shared.pathname} is absent)`

interface Row {
  readonly id: string
  readonly line: string
  readonly expected: Classified
}

interface Classified {
  readonly kind: string
  readonly number: number | undefined
  readonly volume: number | undefined
  readonly part: string | undefined
  readonly title: string
}

/** Told by their surroundings alone: `manuscript.test.ts` gives them some. */
const needContext = new Set(['d016', 'd017', 'd021', 'd083'])

function readRows(): readonly Row[] {
  const [, ...rows] = readFileSync(new URL('headings.tsv', shared), 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [id = '', line = '', kind = '', number = '', volume = '', part = '', title = ''] =
      row.split('\t')
    const isVolume = kind === 'volume' || kind === 'part'
    const expected = {
      kind,
      number: number === '' ? undefined : Number(number),
      volume: volume === '' || isVolume ? undefined : Number(volume),
      part: part || undefined,
      title: JSON.parse(title || '""'),
    }
    return { id, line: JSON.parse(line), expected }
  })
}

function classify(line: string): Classified {
  const nothing = { number: undefined, volume: undefined, part: undefined, title: '' }
  const text = line.trim()
  if (isAdvertisement(text)) return { ...nothing, kind: 'ad' }
  if (isEndMark(text) || isAuthorNote(text)) return { ...nothing, kind: 'author_note', title: text }
  const heading = parseHeading(line)
  if (!heading) return { ...nothing, kind: 'prose' }
  const { number, volume, part, title } = heading
  return { kind: kindOf(heading), number, volume: volume?.number, part, title }
}

function kindOf({ kind, unit }: Heading): string {
  return kind === 'VOLUME' && unit === '部' ? 'part' : kind.toLowerCase()
}

describe.skipIf(!present)(`headings ${where}`, () => {
  const rows = present ? readRows().filter(({ id }) => !needContext.has(id)) : []

  it.each(rows)('$id is read as its kind, number, volume, part and title', ({ line, expected }) => {
    expect(classify(line)).toEqual(expected)
  })
})

interface ExpectedBook {
  readonly file: string
  readonly encoding: string
  readonly bom: boolean
  readonly headings: readonly { kind: string; number: number; title: string; line: number }[]
}

function readBook(id: string) {
  const expected: ExpectedBook = JSON.parse(
    readFileSync(new URL(`expected/${id}.json`, shared), 'utf8'),
  )
  const decoded = decodeText(readFileSync(new URL(`books/${expected.file}`, shared)))
  return { expected, decoded, manuscript: parseManuscript(decoded.text) }
}

const books = [
  { id: 'sanguo-hans-clean', title: '三国演义', wrapped: false, anomalies: ['FRONT_MATTER'] },
  { id: 'sanguo-hans-dirty', title: undefined, wrapped: false, anomalies: ['ADVERTISEMENT'] },
  {
    id: 'honglou-hans-clean',
    title: '红楼梦',
    wrapped: false,
    anomalies: ['FRONT_MATTER', 'TITLE_REPEATED'],
  },
  {
    id: 'xiyou-hant-hardwrap',
    title: undefined,
    wrapped: true,
    anomalies: ['HARD_WRAPPED', 'GUTENBERG'],
  },
  {
    id: 'laocan-gbk-toc',
    title: '老残游记',
    wrapped: false,
    anomalies: ['FRONT_MATTER', 'CONTENTS_LIST'],
  },
  {
    id: 'pride-en',
    title: 'Pride and Prejudice',
    wrapped: true,
    anomalies: ['HARD_WRAPPED', 'GUTENBERG', 'FRONT_MATTER'],
  },
]

describe.skipIf(!present)(`books ${where}`, () => {
  it.each(books)('$id has exactly the expected chapters', ({ id, title, wrapped, anomalies }) => {
    const { expected, decoded, manuscript } = readBook(id)
    expect(decoded).toMatchObject({ encoding: expected.encoding, bom: expected.bom })
    expect(
      manuscript.chapters.map(({ kind, printedNumber, title: printed, line }) => ({
        kind: kind.toLowerCase(),
        number: printedNumber,
        title: printed,
        line,
      })),
    ).toEqual(
      expected.headings.map(({ kind, number, title: printed, line }) => ({
        kind,
        number,
        title: printed,
        line,
      })),
    )
    expect(manuscript.title).toBe(title)
    expect(manuscript.hardWrapped).toBe(wrapped)
    expect(manuscript.anomalies.map(({ kind }) => kind)).toEqual(anomalies)
  })

  it('give the same paragraphs when they are wrapped at 38 characters', () => {
    const { decoded, manuscript } = readBook('sanguo-hans-clean')
    const lines = decoded.text.split('\r\n')
    const wrapped = lines.flatMap((line) => line.match(/^第.*|.{1,38}/gu) ?? ['']).join('\n')
    expect(parseManuscript(wrapped).hardWrapped).toBe(true)
    expect(parseManuscript(wrapped).chapters.map(({ paragraphs }) => paragraphs)).toEqual(
      manuscript.chapters.map(({ paragraphs }) => paragraphs),
    )
  })

  it('refuse an EPUB as a text, and say what it is', () => {
    const epub = readFileSync(new URL('books/war-and-peace.standardebooks.epub', shared))
    expect(() => decodeText(epub)).toThrow(/EPUB/u)
  })
})
