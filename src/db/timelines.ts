import { type ChapterKind, createTimeline, type Timeline } from '#domain/story-time.ts'
import type { ReadDb } from './database.ts'
import { countsAt } from './rows.ts'

const kept = 64
const timelines = new Map<string, Promise<Timeline>>()

/**
 * The order of the chapters as it stands at a canon revision. `orderRevision` is the last revision that changed it,
 * so that the head's order is read once and kept in memory.
 */
export function loadTimeline(
  db: ReadDb,
  work: { readonly id: number; readonly orderRevision: number; readonly key: string },
  revision: number,
): Promise<Timeline> {
  const key = `${work.key}/${work.id}/${Math.min(revision, work.orderRevision)}`
  const known = timelines.get(key)
  timelines.delete(key)
  const timeline = known ?? readTimeline(db, work.id, revision)
  timelines.set(key, timeline)
  timeline.catch(() => timelines.delete(key))
  if (timelines.size > kept) timelines.delete(timelines.keys().next().value ?? key)
  return timeline
}

/** Reads the order afresh, e.g. inside the transaction that changes it. */
export async function readTimeline(
  db: ReadDb,
  workId: number,
  revision: number,
): Promise<Timeline> {
  const rows = await db
    .selectFrom('chapter_place as place')
    .innerJoin('chapter', (on) =>
      on
        .onRef('chapter.work_id', '=', 'place.work_id')
        .onRef('chapter.id', '=', 'place.chapter_id'),
    )
    .where('place.work_id', '=', workId)
    .where(countsAt('place', revision))
    .select(['place.position', 'chapter.id as chapterId', 'chapter.kind', 'chapter.status'])
    .orderBy('place.position')
    .execute()
  return createTimeline(
    rows.map(({ position, chapterId, kind, status }) => ({
      position,
      chapterId,
      kind: kind as ChapterKind,
      hasText: status === 'ACCEPTED',
    })),
  )
}
