import type { ImportAnomaly } from '../import-report.ts'
import { nameHeading } from './lines.ts'

/** What the order of chapters is judged by. */
export interface Numbered {
  readonly line: number
  readonly label: string
  readonly title: string
  readonly kind: string
  readonly printedNumber: number | undefined
  readonly part: string | undefined
  readonly volumeNumber: number | undefined
}

interface Chapter extends Numbered {
  readonly printedNumber: number
}

/** A stretch in which each number stands once. */
interface Stretch {
  readonly first: Chapter
  readonly before: Chapter | undefined
  readonly chapters: Chapter[]
}

/** Gaps, duplicates, restarts and disorder in the printed numbers of chapters, given in the order of the file. */
export function checkNumbering(chapters: readonly Numbered[]): readonly ImportAnomaly[] {
  const stretches = cutAtRestarts(chapters.filter(isNumbered))
  return [
    ...stretches.slice(1).map(restart),
    ...stretches.flatMap(({ chapters: stretch }) => [
      ...findRepeats(stretch),
      ...findGaps(stretch),
    ]),
  ]
}

function isNumbered(chapter: Numbered): chapter is Chapter {
  return chapter.kind === 'CHAPTER' && chapter.printedNumber !== undefined
}

function cutAtRestarts(chapters: readonly Chapter[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  let highest = -1
  for (const [at, chapter] of chapters.entries()) {
    const stretch = stretches.at(-1)
    if (!stretch || (chapter.printedNumber <= highest && restarts(chapters, at))) {
      stretches.push({ first: chapter, before: chapters[at - 1], chapters: [chapter] })
      highest = chapter.printedNumber
    } else {
      stretch.chapters.push(chapter)
      highest = Math.max(highest, chapter.printedNumber)
    }
  }
  return stretches
}

/** A new volume may count anew. Without one, 1 and then 2 behind a higher number are a restart, 1 alone is a repetition. */
function restarts(chapters: readonly Chapter[], at: number): boolean {
  const here = chapters[at]
  const before = chapters[at - 1]
  if (!here || !before) return false
  const isOne = here.printedNumber === 1
  const isBack = here.printedNumber < before.printedNumber
  if (here.volumeNumber !== before.volumeNumber) return isOne || isBack
  return isOne && isBack && chapters[at + 1]?.printedNumber === 2
}

function restart({ first, before }: Stretch): ImportAnomaly {
  const inVolume = first.volumeNumber !== undefined && first.volumeNumber !== before?.volumeNumber
  const where = `The numbers start again with ${nameHeading(first)}`
  return {
    kind: 'VOLUME_RESTART',
    severity: inVolume ? 'INFO' : 'WARNING',
    line: first.line,
    message: inVolume
      ? `${where} in volume ${first.volumeNumber}. The order of the file counts; nothing is overwritten.`
      : `${where}, though no volume begins there. The order of the file counts; if a volume begins, put its heading (第二卷 …) on the line before and import again.`,
  }
}

function findRepeats(chapters: readonly Chapter[]): readonly ImportAnomaly[] {
  const found: ImportAnomaly[] = []
  const numbers = new Set<number>()
  const firsts = new Map<string, Chapter>()
  let highest: Chapter | undefined
  for (const chapter of chapters) {
    const key = `${chapter.printedNumber}${chapter.part ?? ''}`
    const first = firsts.get(key)
    const isBehind = chapter.printedNumber < (highest?.printedNumber ?? 0)
    if (first) found.push(duplicate(first, chapter))
    else if (highest && isBehind && !numbers.has(chapter.printedNumber))
      found.push(disorder(highest, chapter))
    if (!first) firsts.set(key, chapter)
    numbers.add(chapter.printedNumber)
    if (!isBehind) highest = chapter
  }
  return found
}

function duplicate(twin: Chapter, chapter: Chapter): ImportAnomaly {
  return {
    kind: 'CHAPTER_DUPLICATE',
    severity: 'WARNING',
    line: chapter.line,
    message: `Number ${chapter.printedNumber} occurs twice: ${nameHeading(twin)} (line ${twin.line}) and ${nameHeading(chapter)} (line ${chapter.line}). Both are kept; if one is a copy, delete it from the file, if it is misnumbered, correct the heading.`,
  }
}

function disorder(highest: Chapter, chapter: Chapter): ImportAnomaly {
  return {
    kind: 'CHAPTER_ORDER',
    severity: 'WARNING',
    line: chapter.line,
    message: `${nameHeading(chapter)} (line ${chapter.line}) stands behind ${nameHeading(highest)} (line ${highest.line}). The order of the file is kept; move the chapter in the file, or in the work after the import.`,
  }
}

function findGaps(chapters: readonly Chapter[]): readonly ImportAnomaly[] {
  const sorted = chapters.toSorted((a, b) => a.printedNumber - b.printedNumber)
  return sorted.flatMap((chapter, at) => {
    const from = (sorted[at - 1]?.printedNumber ?? 0) + 1
    const to = chapter.printedNumber - 1
    return from > to ? [] : gap({ from, to, isStart: at === 0 }, chapter)
  })
}

function gap(
  { from, to, isStart }: { from: number; to: number; isStart: boolean },
  next: Chapter,
): ImportAnomaly {
  const missing = from === to ? `Chapter ${from} is missing` : `Chapters ${from}–${to} are missing`
  return {
    kind: 'CHAPTER_GAP',
    severity: isStart ? 'INFO' : 'WARNING',
    line: next.line,
    message: `${missing} before ${nameHeading(next)} (line ${next.line}). If the text has them, see whether their headings are on lines of their own; else add them to the file or import them later.`,
  }
}
