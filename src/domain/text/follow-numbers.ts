import type { Candidate } from './contents-list.ts'
import { foldTitle, type Heading } from './heading.ts'

/** Which candidates are headings. All numbers are indexes among the lines. */
export interface Followed {
  readonly headings: ReadonlyMap<number, Heading>
  /** A heading printed again right behind itself: no text. */
  readonly doubled: readonly number[]
  /** A chapter that tells its own title within its text: text. */
  readonly retold: readonly number[]
  /** Lines that read as headings but whose numbers do not follow: text. */
  readonly doubtful: readonly number[]
}

/** Goes through the candidates in the order of the file: each is judged by the heading and the number before it. */
export function followNumbers(candidates: readonly Candidate[]): Followed {
  const follows = numberFollower(candidates)
  const headings = new Map<number, Heading>()
  const doubled: number[] = []
  const retold: number[] = []
  const doubtful: number[] = []
  let current: Heading | undefined
  let lastHeadingAt = -1
  for (const { at, heading } of candidates) {
    const repeats = current !== undefined && saysTheSame(current, heading)
    if (repeats && at - 1 === lastHeadingAt) {
      doubled.push(at)
      lastHeadingAt = at
    } else if (repeats && heading.trust === 'FITTING') retold.push(at)
    else if (!follows(heading)) doubtful.push(at)
    else {
      headings.set(at, heading)
      current = heading
      lastHeadingAt = at
    }
  }
  return { headings, doubled, retold, doubtful }
}

function saysTheSame(one: Heading, other: Heading): boolean {
  return (
    one.kind === other.kind &&
    one.unit === other.unit &&
    one.number === other.number &&
    one.part === other.part &&
    foldTitle(one.title) === foldTitle(other.title) &&
    (one.number !== undefined || foldTitle(one.label) === foldTitle(other.label))
  )
}

/** Tells of each heading in turn whether its number follows the last of its kind; what is sure need not. */
function numberFollower(candidates: readonly Candidate[]): (heading: Heading) => boolean {
  const clinging = findClinging(candidates)
  const last = new Map<Heading['kind'], number>()
  let afterVolume = true
  return ({ kind, number, trust }) => {
    const isNext = number === (last.get(kind) ?? 0) + 1 || (afterVolume && number === 1)
    if (trust === 'FITTING' && !isNext && !clinging.has(kind)) return false
    if (number !== undefined) last.set(kind, number)
    afterVolume = kind === 'VOLUME'
    return true
  }
}

/** The kinds of heading whose titles cling to the label through most of the book. */
function findClinging(candidates: readonly Candidate[]): ReadonlySet<Heading['kind']> {
  const byKind = Map.groupBy(candidates, ({ heading }) => heading.kind)
  const clinging = [...byKind].filter(([, group]) => {
    const fitting = group.filter(({ heading }) => heading.trust === 'FITTING')
    return fitting.length > group.length / 2
  })
  return new Set(clinging.map(([kind]) => kind))
}
