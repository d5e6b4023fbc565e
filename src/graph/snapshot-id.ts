import { resolveCoordinates } from '#db/coordinates.ts'
import type { Snapshot } from '#db/snapshots.ts'
import type { Context } from './context.ts'

/** `<work>_<entity>_<chapter>_<revision>`; chapter -1 is written `b`. */
export function localSnapshot({ at, entityId }: Snapshot): string {
  const chapter = at.chapter < 0 ? 'b' : `${at.chapter}`
  return `${at.workId}_${entityId}_${chapter}_${at.revision}`
}

/** The same bytes for ever: the chapter is meant in the order of the revision. */
export async function snapshotById(
  local: string,
  { db, loaders }: Context,
): Promise<Snapshot | undefined> {
  const [, work, entity, chapter, revision] =
    /^(\d{1,15})_(\d{1,15})_(b|\d{1,6})_(\d{1,9})$/.exec(local) ?? []
  const found = work ? await loaders.works.load(Number(work)) : undefined
  if (!found) return undefined
  const at = await resolveCoordinates(db, found, {
    chapter: chapter === 'b' ? -1 : Number(chapter),
    revision: Number(revision),
  })
  return loaders.snapshots.load({ at, id: Number(entity) })
}
