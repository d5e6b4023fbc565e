import { ChapterNotFoundError, RevisionNotFoundError, type Timeline } from '#domain/story-time.ts'
import type { ReadDb } from './database.ts'
import { loadTimeline } from './timelines.ts'
import { findWorks, type Work } from './works.ts'

/** Where a canon read stands: valid time and transaction time, resolved once, the same for everything below it. */
export interface Coordinates {
  readonly workId: number
  readonly revision: number
  readonly recordedAt: Date
  /** -1 = before the book. */
  readonly chapter: number
  readonly position: number
  readonly timeline: Timeline
}

/**
 * Resolves a chapter number in the order that stands at the work's current revision.
 * Throws `ChapterNotFoundError`; nothing is clamped.
 */
export async function resolveCoordinates(
  db: ReadDb,
  work: Work,
  {
    chapter,
    revision = work.canonRevision,
  }: { readonly chapter: number; readonly revision?: number | undefined },
): Promise<Coordinates> {
  const recordedAt = await recordedAtOf(db, work, revision)
  const timeline = await loadTimeline(db, work, revision)
  const position = timeline.positionOf(chapter)
  if (position === undefined) throw new ChapterNotFoundError(chapter, timeline)
  return { workId: work.id, revision, recordedAt, chapter, position, timeline }
}

/** The work as it is now, and its order. */
export async function findWorkAndTimeline(db: ReadDb, workId: number) {
  const [work] = await findWorks(db, [workId])
  return work && { work, timeline: await loadTimeline(db, work, work.canonRevision) }
}

async function recordedAtOf(db: ReadDb, work: Work, revision: number): Promise<Date> {
  const row = await db
    .selectFrom('canon_revision')
    .select('recorded_at')
    .where('work_id', '=', work.id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row) throw new RevisionNotFoundError(revision, work.canonRevision)
  return row.recorded_at
}
