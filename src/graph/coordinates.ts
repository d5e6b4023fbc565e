import type { Coordinates } from '#db/coordinates.ts'
import { beforeBook, type PositionRange, type Timeline } from '#domain/story-time.ts'
import { builder } from './builder.ts'

/** A range in positions, told in the numbers of an order. */
export interface RangeValue {
  readonly range: PositionRange
  readonly timeline: Timeline
}

export const ChapterRange = builder.objectRef<RangeValue>('ChapterRange').implement({
  description:
    'Half-open: holds as of n when fromChapter <= n < untilChapter. A canon view shows `untilChapter` only when it is not later than the chapter read.',
  fields: (t) => ({
    fromChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'First chapter in which it holds; null = before the book.',
      resolve: ({ range, timeline }) =>
        range.from === beforeBook ? null : timeline.numberAt(range.from),
    }),
    untilChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'The chapter in which it stops holding; null = still in force.',
      resolve: ({ range, timeline }) =>
        range.until === undefined ? null : timeline.numberAt(range.until),
    }),
  }),
})

export const AsOf = builder.objectRef<Coordinates>('AsOf').implement({
  description:
    'The resolved coordinates of a canon read: valid time (chapter) and transaction time (canon revision).',
  fields: (t) => ({
    chapter: t.expose('chapter', { type: 'ChapterNumber', description: '-1 = before the book.' }),
    canonRevision: t.exposeInt('revision', { description: 'Canon revision read.' }),
    recordedAt: t.expose('recordedAt', {
      type: 'DateTime',
      description: 'When that revision was recorded.',
    }),
  }),
})

export const ChapterRangeInput = builder.inputType('ChapterRangeInput', {
  description: 'Half-open range of chapters.',
  fields: (t) => ({
    fromChapter: t.field({ type: 'ChapterNumber', description: 'Null = before the book.' }),
    untilChapter: t.field({
      type: 'ChapterNumber',
      description: 'The chapter in which it stops holding; null = still in force.',
    }),
  }),
})

export const ChapterWindowInput = builder.inputType('ChapterWindowInput', {
  description:
    'Half-open. A chapter that does not exist is CHAPTER_NOT_FOUND, but the one right behind the last may close a window.',
  fields: (t) => ({
    fromChapter: t.field({ type: 'ChapterNumber', description: 'Null = from the beginning.' }),
    untilChapter: t.field({ type: 'ChapterNumber', description: 'Null = to the end.' }),
  }),
})
