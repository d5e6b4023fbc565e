import { type Candidate, type ContentsList, findContents } from './contents-list.ts'
import { type Followed, followNumbers } from './follow-numbers.ts'
import { parseHeading } from './headings.ts'
import type { Line } from './lines.ts'
import { chooseSeries } from './series.ts'
import { findWrap, isRunOn, type Wrap } from './unwrap.ts'

/** Which lines are headings, by context. All numbers are indexes among the lines. */
export interface Outline extends Followed {
  readonly wrap: Wrap | undefined
  readonly contents: readonly ContentsList[]
  /** 第一节 below chapters 第一章: text. */
  readonly sections: readonly number[]
  /** 分节阅读 12 beside real headings: no text. */
  readonly siteMarks: readonly number[]
}

/** Finds the headings among the lines of a book from which boilerplate is gone. */
export function findOutline(lines: readonly Line[]): Outline {
  const read = lines.flatMap(({ text }, at): Candidate[] => {
    const heading = parseHeading(text)
    return heading ? [{ at, heading }] : []
  })
  const marked = new Set(read.flatMap(({ at, heading }) => (heading.trust === 'SERIES' ? [] : at)))
  const wrap = findWrap(lines.filter((_, at) => !marked.has(at)))
  const candidates = read.filter(({ at }) => !isMidSentence(lines, at, { wrap, marked }))
  const { counted, siteMarks } = chooseSeries(candidates)
  const contents = findContents(counted)
  const listed = new Set(contents.flatMap(({ entries }) => entries))
  const { chapters, sections } = setSectionsApart(
    counted.filter((candidate) => !listed.has(candidate)),
  )
  return { wrap, contents, sections, siteMarks, ...followNumbers(chapters) }
}

/** In a hard-wrapped file any line may begin with 第一回: it goes on with the sentence of the line before. */
function isMidSentence(
  lines: readonly Line[],
  at: number,
  { wrap, marked }: { wrap: Wrap | undefined; marked: ReadonlySet<number> },
): boolean {
  const line = lines[at]
  const previous = lines[at - 1]
  if (!wrap || !line || !previous || marked.has(at - 1)) return false
  return isRunOn(previous, line, wrap)
}

/** Where a book counts 章 or 回, its 节 are sections of them. */
function setSectionsApart(candidates: readonly Candidate[]) {
  const hasChapters =
    candidates.filter(({ heading }) => '章回'.includes(heading.unit || '-')).length >= 2
  const isSection = ({ heading }: Candidate) => hasChapters && '节節'.includes(heading.unit || '-')
  return {
    chapters: candidates.filter((candidate) => !isSection(candidate)),
    sections: candidates.filter(isSection).map(({ at }) => at),
  }
}
