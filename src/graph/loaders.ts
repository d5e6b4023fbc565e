import DataLoader from 'dataloader'
import { type Actor, findActors } from '#db/actors.ts'
import { findAliasesAsOf, findAllAliases } from '#db/aliases.ts'
import { findArcs, findSteps } from '#db/arcs.ts'
import { findBlockAttributions, findCast, findMentionOwners } from '#db/attributions.ts'
import { findBlocksById } from '#db/blocks.ts'
import { findChapters } from '#db/chapters.ts'
import type { Coordinates } from '#db/coordinates.ts'
import type { ReadDb } from '#db/database.ts'
import { findDecisions } from '#db/decisions.ts'
import { findPendingDraftsOf, findReplacedBy, findSiblings } from '#db/draft-lists.ts'
import { findEntities } from '#db/entities.ts'
import { findDrafts } from '#db/entity-drafts.ts'
import { findFactsAsOf, findReferrersAsOf } from '#db/fact-reads.ts'
import { findTouches, type LedgerWindow, summarizeLedger, type Touch } from '#db/ledger.ts'
import { findEnds } from '#db/relations.ts'
import { findNoteRevisions } from '#db/setting-notes.ts'
import { countRevisionsAsOf, findAppearances, findSnapshots } from '#db/snapshots.ts'
import { findSourceIdsAsOf, findSources } from '#db/sources.ts'
import { loadTimeline } from '#db/timelines.ts'
import { findWorks, type Work } from '#db/works.ts'
import type { Inverse } from '#domain/entity-types/entity-type.ts'
import type { LocalId } from './global-id.ts'

/** A row as it stands at a chapter and revision. */
export interface AtId {
  readonly at: Coordinates
  readonly id: number
}

export type Loaders = ReturnType<typeof createLoaders>

/** One batch a kind of row and request: whatever a page shows, the number of statements stays the same. */
export function createLoaders(db: ReadDb) {
  const works = new DataLoader<number, Work | undefined>(async (ids) => {
    const rows = new Map((await findWorks(db, ids)).map((work) => [work.id, work]))
    return ids.map((id) => rows.get(id))
  })
  return {
    works,
    actors: new DataLoader<number, Actor | undefined>(async (ids) => {
      const rows = new Map((await findActors(db, ids)).map((actor) => [actor.id, actor]))
      return ids.map((id) => rows.get(id))
    }),
    timelines: new DataLoader(async (ids: readonly number[]) =>
      Promise.all(
        ids.map(async (id) => {
          const work = await works.load(id)
          if (!work) throw new Error(`There is no work ${id}.`)
          return loadTimeline(db, work, work.canonRevision)
        }),
      ),
    ),
    ...rowLoaders(db),
    ...snapshotLoaders(db),
    touches: grouped<{ readonly window: LedgerWindow; readonly id: number }, Touch>({
      groupOf: ({ window }) => keyOfWindow(window),
      fetch: ({ window }, ids) => findTouches(db, window, ids),
      idOf: ({ entityId }) => entityId,
    }),
    ledgerSummaries: new DataLoader(
      (windows: readonly LedgerWindow[]) =>
        Promise.all(windows.map((window) => summarizeLedger(db, window))),
      { cacheKeyFn: keyOfWindow },
    ),
  }
}

function rowLoaders(db: ReadDb) {
  return {
    blocks: oneByRow(
      (workId, ids) => findBlocksById(db, workId, ids),
      ({ id }) => id,
    ),
    chapters: oneByRow(
      (workId, ids) => findChapters(db, workId, ids),
      ({ id }) => id,
    ),
    decisions: oneByRow(
      (workId, ids) => findDecisions(db, workId, ids),
      ({ id }) => id,
    ),
    entities: oneByRow(
      (workId, ids) => findEntities(db, workId, ids),
      ({ id }) => id,
    ),
    drafts: oneByRow(
      (workId, ids) => findDrafts(db, workId, ids),
      ({ id }) => id,
    ),
    attributions: manyByRow(
      (workId, ids) => findBlockAttributions(db, workId, ids),
      ({ blockId }) => blockId,
    ),
    casts: manyByRow(
      (workId, ids) => findCast(db, workId, ids),
      ({ chapterId }) => chapterId,
    ),
    mentionOwners: manyByRow(
      (workId, ids) => findMentionOwners(db, workId, ids),
      ({ mentionId }) => mentionId,
    ),
    arcs: oneByRow(
      (workId, ids) => findArcs(db, workId, ids),
      ({ entityId }) => entityId,
    ),
    ends: oneByRow(
      (workId, ids) => findEnds(db, workId, ids),
      ({ entityId }) => entityId,
    ),
    allAliases: manyByRow(
      (workId, ids) => findAllAliases(db, workId, ids),
      ({ entityId }) => entityId,
    ),
    noteRevisions: manyByRow(
      (workId, ids) => findNoteRevisions(db, workId, ids),
      ({ noteId }) => noteId,
    ),
    pendingDrafts: manyByRow(
      (workId, ids) => findPendingDraftsOf(db, workId, ids),
      ({ entityId }) => entityId,
    ),
    replacedDrafts: manyByRow(
      (workId, ids) => findReplacedBy(db, workId, ids),
      ({ replacedBy }) => replacedBy ?? 0,
    ),
    siblingDrafts: manyByRow(
      (workId, ids) => findSiblings(db, workId, ids),
      ({ changesetId }) => changesetId,
    ),
  }
}

function snapshotLoaders(db: ReadDb) {
  return {
    snapshots: oneAsOf(
      (at, ids) => findSnapshots(db, at, ids),
      ({ entityId }) => entityId,
    ),
    facts: manyAsOf(
      (at, ids) => findFactsAsOf(db, at, ids),
      ({ entityId }) => entityId,
    ),
    aliases: manyAsOf(
      (at, ids) => findAliasesAsOf(db, at, ids),
      ({ entityId }) => entityId,
    ),
    steps: manyAsOf(
      (at, ids) => findSteps(db, at, ids),
      ({ entityId }) => entityId,
    ),
    appearances: oneAsOf(
      (at, ids) => findAppearances(db, at, ids),
      ({ entityId }) => entityId,
    ),
    revisionCounts: oneAsOf(
      (at, ids) => countRevisionsAsOf(db, at, ids),
      ({ entityId }) => entityId,
    ),
    sourceIds: manyAsOf(
      (at, ids) => findSourceIdsAsOf(db, at, ids),
      ({ entityId }) => entityId,
    ),
    sources: oneAsOf(
      (at, ids) => findSources(db, at, ids),
      ({ id }) => id,
    ),
    referrers: new DataLoader<AtId & { readonly inverse: Inverse }, readonly number[], string>(
      async (asked) => {
        const groups = Map.groupBy(
          asked,
          ({ at, inverse }) => `${keyOfAt(at)}/${inverse.type}/${inverse.field}`,
        )
        const found = new Map<string, number[]>()
        for (const group of groups.values()) {
          const [first] = group
          if (!first) continue
          const { at, inverse } = first
          const targets = group.map(({ id }) => id)
          for (const { target, entityId } of await findReferrersAsOf(db, at, {
            ...inverse,
            targets,
          })) {
            const key = keyOfReferrers({ at, id: target, inverse })
            found.set(key, [...(found.get(key) ?? []), entityId])
          }
        }
        return asked.map((one) => found.get(keyOfReferrers(one)) ?? [])
      },
      { cacheKeyFn: keyOfReferrers },
    ),
  }
}

function keyOfWindow({ workId, revision, first, last }: LedgerWindow): string {
  return `${workId}/${revision}/${first}/${last}`
}

function keyOfReferrers({ at, id, inverse }: AtId & { readonly inverse: Inverse }): string {
  return `${keyOfAt(at)}/${id}/${inverse.type}/${inverse.field}`
}

type FetchRows<Row> = (workId: number, ids: readonly number[]) => Promise<readonly Row[]>
type FetchAsOf<Row> = (at: Coordinates, ids: readonly number[]) => Promise<readonly Row[]>

function oneByRow<Row>(fetch: FetchRows<Row>, idOf: (row: Row) => number) {
  const many = manyByRow(fetch, idOf)
  return { load: async (row: LocalId): Promise<Row | undefined> => (await many.load(row))[0] }
}

function manyByRow<Row>(fetch: FetchRows<Row>, idOf: (row: Row) => number) {
  return grouped<LocalId, Row>({
    groupOf: ({ workId }) => `${workId}`,
    fetch: ({ workId }, ids) => fetch(workId, ids),
    idOf,
  })
}

function oneAsOf<Row>(fetch: FetchAsOf<Row>, idOf: (row: Row) => number) {
  const many = manyAsOf(fetch, idOf)
  return { load: async (asked: AtId): Promise<Row | undefined> => (await many.load(asked))[0] }
}

function manyAsOf<Row>(fetch: FetchAsOf<Row>, idOf: (row: Row) => number) {
  return grouped<AtId, Row>({
    groupOf: ({ at }) => keyOfAt(at),
    fetch: ({ at }, ids) => fetch(at, ids),
    idOf,
  })
}

function keyOfAt({ workId, revision, position }: Coordinates): string {
  return `${workId}/${revision}/${position}`
}

interface Grouping<Asked, Row> {
  readonly groupOf: (asked: Asked) => string
  readonly fetch: (first: Asked, ids: readonly number[]) => Promise<readonly Row[]>
  readonly idOf: (row: Row) => number
}

/** A loader that asks once a work, or once a pair of coordinates, for everything wanted there. */
function grouped<Asked extends { readonly id: number }, Row>({
  groupOf,
  fetch,
  idOf,
}: Grouping<Asked, Row>) {
  const keyOf = (asked: Asked) => `${groupOf(asked)}/${asked.id}`
  return new DataLoader<Asked, readonly Row[], string>(
    async (asked) => {
      const rows = new Map<string, Row[]>()
      for (const [group, wanted] of Map.groupBy(asked, groupOf)) {
        const [first] = wanted
        if (!first) continue
        for (const row of await fetch(
          first,
          wanted.map(({ id }) => id),
        )) {
          const key = `${group}/${idOf(row)}`
          rows.set(key, [...(rows.get(key) ?? []), row])
        }
      }
      return asked.map((one) => rows.get(keyOf(one)) ?? [])
    },
    { cacheKeyFn: keyOf },
  )
}
