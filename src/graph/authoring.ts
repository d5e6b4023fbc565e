import type { Coordinates } from '#db/coordinates.ts'
import type { Loaders } from './loaders.ts'

/** The authoring view sees the whole book as it is now: coordinates behind its last chapter. */
export async function wholeBook(
  { works, timelines }: Loaders,
  workId: number,
): Promise<Coordinates> {
  const [work, timeline] = await Promise.all([works.load(workId), timelines.load(workId)])
  if (!work) throw new Error(`There is no work ${workId}.`)
  return {
    workId,
    revision: work.canonRevision,
    recordedAt: work.updatedAt,
    chapter: timeline.head ?? -1,
    position: Number.MAX_SAFE_INTEGER,
    timeline,
  }
}
