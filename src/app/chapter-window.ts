import { ChapterNotFoundError, type Timeline } from '#domain/story-time.ts'

/** First and last position of a window of chapters, both inclusive; undefined for an empty one. */
export interface PositionWindow {
  readonly first: number
  readonly last: number
}

export interface ChapterWindow {
  readonly fromChapter?: number | null | undefined
  readonly untilChapter?: number | null | undefined
}

/** Resolves a half-open window of chapter numbers. Throws `ChapterNotFoundError`. */
export function resolveWindow(
  timeline: Timeline,
  window: ChapterWindow | null | undefined,
): PositionWindow | undefined {
  const { places } = timeline
  const [firstPlace] = places
  const lastPlace = places.at(-1)
  if (!firstPlace || !lastPlace) return undefined
  const end = timeline.numberAt(lastPlace.position) + 1
  const from = window?.fromChapter ?? timeline.numberAt(firstPlace.position)
  const until = window?.untilChapter ?? end
  const first = timeline.placeNumbered(from)
  if (!first) throw new ChapterNotFoundError(from, timeline)
  if (until !== end && !timeline.placeNumbered(until))
    throw new ChapterNotFoundError(until, timeline)
  const last = timeline.placeNumbered(until - 1)
  return last && last.position >= first.position
    ? { first: first.position, last: last.position }
    : undefined
}
