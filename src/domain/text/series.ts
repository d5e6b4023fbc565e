import type { Candidate } from './contents-list.ts'

export interface Counted {
  readonly counted: readonly Candidate[]
  /** 分节阅读 12, a site's own cut, where the book has headings. Indexes among the lines. */
  readonly siteMarks: readonly number[]
}

/**
 * Bare numbers, enumerations and the like count as headings where they make a series and the file has no chapters
 * otherwise; of several series the longest.
 */
export function chooseSeries(candidates: readonly Candidate[]): Counted {
  const isCounting = ({ heading }: Candidate) => heading.trust === 'SERIES'
  const headings = candidates.filter((candidate) => !isCounting(candidate))
  const series = Map.groupBy(candidates.filter(isCounting), ({ heading }) => heading.unit)
  const chosen = hasChapters(headings) ? [] : longest([...series.values()].filter(isSeries))
  const counted = [...headings, ...chosen].sort((a, b) => a.at - b.at)
  const marks = series.get('分节阅读') ?? []
  const siteMarks = marks === chosen || counted.length === 0 ? [] : marks.map(({ at }) => at)
  return { counted, siteMarks }
}

/** One heading that is sure, or two that are not. */
function hasChapters(headings: readonly Candidate[]): boolean {
  const chapters = headings.filter(({ heading }) => heading.kind === 'CHAPTER')
  return chapters.length >= 2 || chapters.some(({ heading }) => heading.trust === 'SURE')
}

/** Numbers that nearly always rise by one, mostly with text between; Markdown headings have no numbers to ask. */
function isSeries(group: readonly Candidate[]): boolean {
  const steps = group.slice(1).map((candidate, nth) => ({ before: group[nth], candidate }))
  const withText = steps.filter(({ before, candidate }) => candidate.at - 1 !== before?.at)
  const rising = steps.filter(
    ({ before, candidate }) =>
      (candidate.heading.number ?? 1) - (before?.heading.number ?? 0) === 1,
  )
  return (
    steps.length > 0 && rising.length >= steps.length * 0.8 && withText.length >= steps.length / 2
  )
}

function longest(groups: readonly (readonly Candidate[])[]): readonly Candidate[] {
  return groups.reduce((best, group) => (group.length > best.length ? group : best), [])
}
