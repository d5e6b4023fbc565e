import { Refusal } from './errors.ts'

/** Position of *before the book*; asked for and echoed as chapter number -1. */
export const beforeBook = 0
export const beforeBookNumber = -1

/** Gap between the positions of neighbouring chapters when they are laid: room for 32 inserts at one spot. */
export const placeGap = 2 ** 32

export const chapterKinds = ['CHAPTER', 'PROLOGUE', 'EPILOGUE', 'EXTRA', 'INTERLUDE'] as const
export type ChapterKind = (typeof chapterKinds)[number]

export const chapterStatuses = ['PLANNED', 'DRAFTED', 'ACCEPTED'] as const
export type ChapterStatus = (typeof chapterStatuses)[number]

/** Where a chapter stands in the book. Positions never leave the database layer and the domain. */
export interface Place {
  readonly position: number
  readonly chapterId: number
  readonly kind: ChapterKind
  readonly hasText: boolean
}

/** Half-open, in positions; `until` undefined = still in force. */
export interface PositionRange {
  readonly from: number
  readonly until: number | undefined
}

/** Half-open, in chapter ids; `from` null = before the book, `until` null = still in force. Survives changes of the order. */
export interface ChapterIdRange {
  readonly from: number | null
  readonly until: number | null
}

/** The order of a work's chapters at one canon revision. Numbers are ranks: 0 opens a book with a prologue, else 1. */
export interface Timeline {
  readonly places: readonly Place[]
  readonly numberAt: (position: number) => number
  readonly positionOf: (number: number) => number | undefined
  readonly placeNumbered: (number: number) => Place | undefined
  readonly placeOfChapter: (chapterId: number) => Place | undefined
  /** Number of the last chapter that has text; undefined before the first. */
  readonly head: number | undefined
}

/** `places` in the order of their positions. */
export function createTimeline(places: readonly Place[]): Timeline {
  const first = places[0]?.kind === 'PROLOGUE' ? 0 : 1
  const indexes = new Map(places.map(({ position }, index) => [position, index]))
  const byChapter = new Map(places.map((place) => [place.chapterId, place]))
  const lastWritten = places.findLastIndex(({ hasText }) => hasText)
  return {
    places,
    numberAt: (position) => {
      const index = indexes.get(position)
      return index === undefined ? beforeBookNumber : first + index
    },
    positionOf: (number) =>
      number === beforeBookNumber ? beforeBook : places[number - first]?.position,
    placeNumbered: (number) => places[number - first],
    placeOfChapter: (chapterId) => byChapter.get(chapterId),
    head: lastWritten < 0 ? undefined : first + lastWritten,
  }
}

/** Whether the range holds at the end of the chapter at `position`. */
export function holdsAt({ from, until }: PositionRange, position: number): boolean {
  return from <= position && (until === undefined || position < until)
}

export class ChapterNotFoundError extends Refusal {
  override readonly name = 'ChapterNotFoundError'
  readonly code = 'CHAPTER_NOT_FOUND'

  constructor(number: number, timeline: Timeline) {
    const { length } = timeline.places
    const first = length === 0 ? undefined : timeline.numberAt(timeline.places[0]?.position ?? 0)
    const range =
      first === undefined ? 'it has no chapters yet' : `it has ${first} to ${first + length - 1}`
    super(`The work has no chapter ${number}; ${range}, and -1 is before the book.`, ['chapter'])
  }
}

export class RevisionNotFoundError extends Refusal {
  override readonly name = 'RevisionNotFoundError'
  readonly code = 'REVISION_NOT_FOUND'

  constructor(revision: number, head: number) {
    super(`The work has no canon revision ${revision}; its revisions are 0 to ${head}.`, [
      'knownAt',
    ])
  }
}
