import type { ImportAnomaly, ImportCount, ImportReject } from '../import-report.ts'
import type { ChapterKind } from '../story-time.ts'
import { findAnomalies } from './anomalies.ts'
import { assemble, type Section } from './assemble.ts'
import { findBoilerplate } from './boilerplate.ts'
import { type FrontMatter, readFrontMatter, titleIn } from './front-matter.ts'
import { countCharacters, type Line, readLines } from './lines.ts'
import { breakGiantLines } from './one-line.ts'
import { findOutline, type Outline } from './outline.ts'
import { headingMark, piecesOf, type RejectedLine, toReject } from './rejects.ts'
import { unwrap } from './unwrap.ts'
import type { FoundVolume } from './volumes.ts'

export interface FoundChapter {
  /** Of the heading, from 1; 1 for a text without any heading. */
  readonly line: number
  /** As printed, without the volume: 第一百零八回, Chapter XIV, 楔子; '' where a title stands alone. */
  readonly label: string
  /** Runs of white space are one space. */
  readonly title: string
  readonly printedNumber: number | undefined
  /** 上 of 第十章（上）. */
  readonly part: string | undefined
  readonly volumeNumber: number | undefined
  readonly kind: ChapterKind
  /** NFC, without indents, hard wraps joined; none is empty. */
  readonly paragraphs: readonly string[]
}

export interface Manuscript {
  readonly title: string | undefined
  readonly chapters: readonly FoundChapter[]
  readonly volumes: readonly FoundVolume[]
  readonly anomalies: readonly ImportAnomaly[]
  readonly counts: readonly ImportCount[]
  readonly rejects: readonly ImportReject[]
  readonly hardWrapped: boolean
}

/**
 * Reads a manuscript into chapters, in the order of the file. Every word that becomes neither chapter nor volume is
 * among the rejects with its line; what a person should look at is among the anomalies. Notes of the author
 * (上架感言) stay in the chapter where they stand and are reported: losing a page of the story would be worse. The time
 * is linear in the length of the text.
 */
export function parseManuscript(text: string): Manuscript {
  const nfc = text.normalize('NFC')
  const { lines, oneLine } = breakGiantLines(readLines(nfc))
  const boilerplate = findBoilerplate(lines)
  const prose = lines.filter((_, at) => !boilerplate.has(at))
  const outline = findOutline(prose)
  const dropped = dropLines(prose, outline)
  const book = assemble(prose, outline, new Set(dropped.keys()))
  const front = readFrontMatter(book.front, outline.headings.size > 0)
  const chapters = makeChapters(front, book.sections, outline)
  const rejected = [
    ...[...boilerplate].flatMap(([at, code]) => rejectLine(lines[at], code)),
    ...[...dropped].flatMap(([at, code]) => rejectLine(prose[at], code)),
    ...front.titlePage.map((line): RejectedLine => ({ line, code: 'TITLE_PAGE' })),
  ].sort((a, b) => a.line.number - b.line.number)
  const marks = [...outline.headings].flatMap(([at, heading]) => {
    const line = prose[at]
    return (line && headingMark(line, heading)) ?? []
  })
  return {
    title: gutenbergTitle(rejected) ?? front.title,
    chapters,
    volumes: book.volumes,
    anomalies: findAnomalies({ book, chapters, front, lines: prose, oneLine, outline, rejected }),
    counts: [
      countText(nfc, chapters, outline),
      {
        unit: 'lines',
        in: lines.length,
        out: lines.length - rejected.length,
        rejected: rejected.length,
      },
    ],
    rejects: [...rejected.map(toReject), ...marks].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    hardWrapped: outline.wrap !== undefined,
  }
}

function rejectLine(line: Line | undefined, code: RejectedLine['code']): readonly RejectedLine[] {
  return line ? [{ line, code }] : []
}

const contentsTitle = /^(?:目\s{0,8}[录錄次]|(?:table of )?contents)\s?[:：]?$/iu

/** Lines that are no text because of what surrounds them, by their index. */
function dropLines(
  lines: readonly Line[],
  outline: Outline,
): ReadonlyMap<number, RejectedLine['code']> {
  const dropped = new Map<number, RejectedLine['code']>()
  for (const { entries } of outline.contents) {
    const above = (entries[0]?.at ?? 0) - 1
    if (contentsTitle.test(lines[above]?.text ?? '')) dropped.set(above, 'CONTENTS_LIST')
    for (const { at } of entries) dropped.set(at, 'CONTENTS_LIST')
  }
  for (const at of outline.doubled) dropped.set(at, 'TITLE_REPEATED')
  for (const at of outline.siteMarks) dropped.set(at, 'ADVERTISEMENT')
  return dropped
}

function makeChapters(
  front: FrontMatter,
  sections: readonly Section[],
  { headings, wrap }: Outline,
): readonly FoundChapter[] {
  const hasChapters = [...headings.values()].some(({ kind }) => kind === 'CHAPTER')
  const chapters = sections.map(({ heading, line, lines, volumeNumber }): FoundChapter => {
    const { kind, label, number, part, title } = heading
    const isChapter = kind !== 'VOLUME' || !hasChapters
    return {
      line,
      label,
      title,
      printedNumber: isChapter ? number : undefined,
      part,
      volumeNumber,
      kind: kind === 'VOLUME' ? (isChapter ? 'CHAPTER' : 'PROLOGUE') : kind,
      paragraphs: unwrap(lines, wrap),
    }
  })
  const [first] = front.prose
  return first
    ? [unheaded(first, unwrap(front.prose, wrap), headings.size > 0), ...chapters]
    : chapters
}

/** Text before the first heading, or the whole of a text without any. */
function unheaded(first: Line, paragraphs: readonly string[], isFront: boolean): FoundChapter {
  const isHan = /\p{Script=Han}/u.test(paragraphs.slice(0, 5).join('').slice(0, 1000))
  const [frontLabel, wholeLabel] = isHan ? ['前言', '全文'] : ['Front matter', 'Text']
  return {
    line: isFront ? first.number : 1,
    label: isFront ? frontLabel : wholeLabel,
    title: '',
    printedNumber: undefined,
    part: undefined,
    volumeNumber: undefined,
    kind: isFront ? 'PROLOGUE' : 'CHAPTER',
    paragraphs,
  }
}

function gutenbergTitle(rejected: readonly RejectedLine[]): string | undefined {
  const header = rejected.filter(({ code }) => code === 'GUTENBERG').slice(0, 40)
  return header.map(({ line }) => titleIn(line.text)).find((title) => title !== undefined)
}

/** Code points other than white space of the NFC text: those in chapters and volumes against all. */
function countText(
  text: string,
  chapters: readonly FoundChapter[],
  { headings }: Outline,
): ImportCount {
  const kept = [
    ...chapters.flatMap(({ paragraphs }) => paragraphs),
    ...[...headings.values()].flatMap(piecesOf),
  ]
  const all = countCharacters(text)
  const out = kept.reduce((sum, piece) => sum + countCharacters(piece), 0)
  return { unit: 'characters of text', in: all, out, rejected: all - out }
}
