import { findBlocksAt } from '#db/blocks.ts'
import type { Db, Tx } from '#db/database.ts'
import { recordDerived } from '#db/decisions.ts'
import {
  findMentionsAt,
  findNames,
  insertMentions,
  type StoredMention,
  supersedeMentions,
} from '#db/mentions.ts'
import { deleteScanRequests, findScanRequests, type ScanRequest } from '#db/scan-requests.ts'
import { readTimeline } from '#db/timelines.ts'
import { lockWork, type Work } from '#db/works.ts'
import {
  createNameIndex,
  type Mention,
  type NameIndex,
  scanChapter,
} from '#domain/mentions/scan.ts'
import type { Place } from '#domain/story-time.ts'
import { foldText } from '#domain/text/fold.ts'
import { createMatcher, type Matcher } from '#domain/text/matcher.ts'

/** Chapters read at a time: keeps memory flat however long the book is. */
const chaptersAtOnce = 40

export type Progress = (done: number, total: number) => void

/**
 * Reads the text for the names that decisions confirmed, in one canon revision of its own. Only chapters in which a
 * changed name occurs are read closely, and only mentions that come out differently are written. Requests are rows,
 * so a scan that was killed is done by the next one.
 */
export async function scanMentions(
  db: Db,
  workId: number,
  progress: Progress = () => {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const work = await lockWork(tx, workId)
    const requests = work ? await findScanRequests(tx, workId) : []
    const last = requests.at(-1)
    if (!work || !last) return
    await scan({ tx, work, decisionId: last.decisionId }, requests, progress)
    await deleteScanRequests(
      tx,
      workId,
      requests.map(({ id }) => id),
    )
  })
}

interface Scanning {
  readonly tx: Tx
  readonly work: Work
  readonly decisionId: number
}

async function scan(
  on: Scanning,
  requests: readonly ScanRequest[],
  progress: Progress,
): Promise<void> {
  const { tx, work } = on
  const names = createNameIndex(
    await findNames(tx, { workId: work.id, revision: work.canonRevision }),
  )
  const changed = changedNames(requests)
  const { places } = await readTimeline(tx, work.id, work.canonRevision)
  let revision: number | undefined
  for (let done = 0; done < places.length; done += chaptersAtOnce) {
    const differences = await differencesIn(on, places.slice(done, done + chaptersAtOnce), {
      names,
      changed,
    })
    if (differences.length > 0) {
      revision ??= await recordDerived(tx, work.id, on.decisionId)
      await writeDifferences(tx, { workId: work.id, revision }, differences)
    }
    progress(Math.min(done + chaptersAtOnce, places.length), places.length)
  }
}

/** The names to look for; undefined = every chapter is read. */
function changedNames(requests: readonly ScanRequest[]): Matcher | undefined {
  const keys = requests.map(({ lookupKeys }) => lookupKeys)
  if (keys.some((one) => one === undefined)) return undefined
  return createMatcher([...new Set(keys.flatMap((one) => one ?? []))])
}

interface Difference {
  readonly position: number
  readonly found: readonly Mention[]
  readonly vanished: readonly StoredMention[]
}

async function differencesIn(
  { tx, work }: Scanning,
  places: readonly Place[],
  { names, changed }: { readonly names: NameIndex; readonly changed: Matcher | undefined },
): Promise<Difference[]> {
  const at = { workId: work.id, revision: work.canonRevision }
  const blocks = await findBlocksAt(
    tx,
    at,
    places.map(({ position }) => position),
  )
  const chapters = [...Map.groupBy(blocks, ({ position }) => position)].filter(
    ([, own]) => !changed || own.some(({ text }) => changed.match(foldText(text)).length > 0),
  )
  const known = Map.groupBy(
    await findMentionsAt(
      tx,
      work.id,
      chapters.map(([position]) => position),
    ),
    ({ position }) => position,
  )
  return chapters.flatMap(([position, own]) => {
    const difference = compare(scanChapter(names, position, own), known.get(position) ?? [])
    return difference.found.length + difference.vanished.length > 0
      ? [{ position, ...difference }]
      : []
  })
}

/** What is new and what no longer holds; a mention that comes out the same is left alone. */
function compare(found: readonly Mention[], known: readonly StoredMention[]) {
  const keyOf = ({ blockId, blockRevision, start, end, entityId, byPresence }: Mention) =>
    [blockId, blockRevision, start, end, entityId, byPresence].join('/')
  const before = new Set(known.map(keyOf))
  const after = new Set(found.map(keyOf))
  return {
    found: found.filter((mention) => !before.has(keyOf(mention))),
    vanished: known.filter((mention) => !after.has(keyOf(mention))),
  }
}

async function writeDifferences(
  tx: Tx,
  on: { readonly workId: number; readonly revision: number },
  differences: readonly Difference[],
): Promise<void> {
  await supersedeMentions(
    tx,
    on,
    differences.flatMap(({ vanished }) => vanished),
  )
  await insertMentions(
    tx,
    on,
    differences.flatMap(({ position, found }) =>
      found.map((mention) => ({ ...mention, position })),
    ),
  )
}
