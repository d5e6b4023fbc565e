import { foldTitle, type Heading } from './heading.ts'

/** A line that reads as a heading; `at` is its index among the lines. */
export interface Candidate {
  readonly at: number
  readonly heading: Heading
}

export interface ContentsList {
  readonly entries: readonly Candidate[]
  /** Entries whose number no heading further on has. */
  readonly missing: readonly Candidate[]
}

/** Most entries of a contents list come again as headings; a few may be missing or spelt otherwise. */
const leastShare = 0.6

/**
 * Lists of contents: headings with no text between them, which come again further on. What the first heading after
 * the list is, its repetition tells, or the text that follows it.
 */
export function findContents(candidates: readonly Candidate[]): readonly ContentsList[] {
  const index = indexCandidates(candidates)
  const lists: ContentsList[] = []
  for (let start = 0; start < candidates.length; ) {
    const end = endOfRun(index, start)
    const list = listWithin(index, start, end)
    if (list) lists.push(list)
    start = list ? start + list.entries.length : end
  }
  return lists
}

interface Index {
  readonly candidates: readonly Candidate[]
  /** What a candidate says: number and title, or number and volume where it has no title. */
  readonly keys: readonly string[]
  readonly lastByKey: ReadonlyMap<string, number>
  /** By number alone, for a list that tells titles which the headings lack, and the other way round. */
  readonly lastUntitled: ReadonlyMap<string, number>
  readonly lastBySpot: ReadonlyMap<string, number>
}

function indexCandidates(candidates: readonly Candidate[]): Index {
  const keys: string[] = []
  const lastByKey = new Map<string, number>()
  const lastUntitled = new Map<string, number>()
  const lastBySpot = new Map<string, number>()
  let volume: number | undefined
  for (const [nth, { heading }] of candidates.entries()) {
    volume = heading.kind === 'VOLUME' ? heading.number : (heading.volume?.number ?? volume)
    const spot = spotOf(heading)
    const title = titleOf(heading)
    const key = `${spot}|${title || `in ${volume ?? ''}`}`
    keys.push(key)
    lastByKey.set(key, nth)
    lastBySpot.set(spot, nth)
    if (title === '') lastUntitled.set(spot, nth)
  }
  return { candidates, keys, lastByKey, lastUntitled, lastBySpot }
}

function spotOf({ kind, unit, label, number, part }: Heading): string {
  return `${kind}|${unit}|${number ?? foldTitle(label)}|${part ?? ''}`
}

const pageNumber = /[.·…\s]{2,80}\d{1,5}$/u

function titleOf({ title }: Heading): string {
  return foldTitle(title.replace(pageNumber, ''))
}

function comesAgain({ candidates, keys, ...last }: Index, nth: number): boolean {
  const { heading } = candidates[nth] ?? {}
  if (!heading) return false
  const loosely = titleOf(heading) === '' ? last.lastBySpot : last.lastUntitled
  const again = [last.lastByKey.get(keys[nth] ?? ''), loosely.get(spotOf(heading))]
  return again.some((later) => later !== undefined && later > nth)
}

/** Where text, or the first heading that the run had before, ends it. */
function endOfRun(index: Index, start: number): number {
  const { candidates, keys } = index
  const seen = new Set<string>()
  let end = start
  do {
    seen.add(keys[end] ?? '')
    end += 1
  } while (adjoins(candidates, end) && !seen.has(keys[end] ?? ''))
  return end
}

/** Whether no text stands before the nth candidate and behind the one before it. */
function adjoins(candidates: readonly Candidate[], nth: number): boolean {
  const here = candidates[nth]
  return here !== undefined && here.at - 1 === candidates[nth - 1]?.at
}

function listWithin(index: Index, start: number, end: number): ContentsList | undefined {
  const { candidates, lastBySpot } = index
  let last = end - 1
  if (!adjoins(candidates, end)) {
    if (!comesAgain(index, last) && !countsOn(index, last)) last -= 1
  } else {
    while (candidates[last]?.heading.kind === 'VOLUME' && !comesAgain(index, last)) last -= 1
  }
  const entries = candidates.slice(start, last + 1)
  const again = entries.filter((_, nth) => comesAgain(index, start + nth))
  if (!isList(entries, again)) return undefined
  const missing = entries.filter(({ heading }) => (lastBySpot.get(spotOf(heading)) ?? 0) <= last)
  return { entries, missing }
}

/** An entry whose chapter is missing: it follows the one before it, and the next heading starts over. */
function countsOn({ candidates }: Index, nth: number): boolean {
  const [before, here, next] = [-1, 0, 1].map((step) => candidates[nth + step]?.heading.number)
  if (before === undefined || here === undefined || next === undefined) return false
  return here === before + 1 && next < here
}

/** Chapters decide; volumes do where the list has nothing else. */
function isList(entries: readonly Candidate[], again: readonly Candidate[]): boolean {
  const chapters = entries.filter(isChapter).length
  const units = new Set(entries.map(({ heading }) => heading.unit))
  if (chapters === 0 && units.size > 1) return false
  const count = chapters || entries.length
  const found = chapters ? again.filter(isChapter).length : again.length
  return found >= 2 && found >= count * leastShare
}

function isChapter({ heading }: Candidate): boolean {
  return heading.kind !== 'VOLUME'
}
