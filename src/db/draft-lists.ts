import { sql } from 'kysely'
import type { ReadDb } from './database.ts'
import { type EntityDraft, selectDrafts, toDraft } from './entity-drafts.ts'
import { type Page, pageOf } from './page.ts'

/** Which rows of an imported file have raised a draft, as the JSON of their provenance. */
export async function findProvenances(
  db: ReadDb,
  workId: number,
  fileSha256: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('entity_draft')
    .select('provenance')
    .where('work_id', '=', workId)
    .where(sql<boolean>`provenance ->> 'fileSha256' = ${fileSha256}`)
    .execute()
  return rows.map(({ provenance }) => {
    const { list, row } = provenance as { list: string; row: number }
    return JSON.stringify({ fileSha256, list, row })
  })
}

/** Drafts of these entities that wait for a person. */
export async function findPendingDraftsOf(
  db: ReadDb,
  workId: number,
  entityIds: readonly number[],
) {
  const rows = await selectDrafts(db, workId)
    .where('draft.entity_id', 'in', entityIds.length > 0 ? [...entityIds] : [0])
    .where('draft.status', '=', 'PENDING')
    .orderBy('draft.id')
    .execute()
  return rows.map(toDraft)
}

/** Drafts that these ones took the place of, newest first. */
export async function findReplacedBy(db: ReadDb, workId: number, draftIds: readonly number[]) {
  const rows = await selectDrafts(db, workId)
    .where('draft.replaced_by', 'in', draftIds.length > 0 ? [...draftIds] : [0])
    .orderBy('draft.id', 'desc')
    .execute()
  return rows.map(toDraft)
}

/** Drafts that create, by changeset: what others of the changeset can refer to. */
export async function findSiblings(db: ReadDb, workId: number, changesetIds: readonly number[]) {
  const rows = await selectDrafts(db, workId)
    .where('draft.changeset_id', 'in', changesetIds.length > 0 ? [...changesetIds] : [0])
    .where('draft.operation', '=', 'CREATE')
    .orderBy('draft.id')
    .execute()
  return rows.map(toDraft)
}

export interface DraftFilter {
  readonly statuses?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly origins?: readonly string[] | undefined
  readonly entityId?: number | undefined
  readonly changesetId?: number | undefined
}

/** Drafts in the order in which they were submitted. */
export async function listDrafts(
  db: ReadDb,
  workId: number,
  { filter, page }: { readonly filter: DraftFilter; readonly page: Page },
): Promise<EntityDraft[]> {
  const { where, order, limit } = pageOf(sql`draft.id`, page)
  const rows = await filterDrafts(db, workId, filter)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(toDraft)
}

export async function countDrafts(
  db: ReadDb,
  workId: number,
  filter: DraftFilter,
): Promise<number> {
  const { count } = await filterDrafts(db, workId, filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filterDrafts(db: ReadDb, workId: number, filter: DraftFilter) {
  const { statuses, types, operations, origins, entityId, changesetId } = filter
  const oneOf = (column: string, values: readonly string[] | undefined) =>
    values ? [sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`] : []
  const conditions = [
    ...oneOf('draft.status', statuses),
    ...oneOf('entity.type', types),
    ...oneOf('draft.operation', operations),
    ...oneOf('changeset.origin', origins),
    ...(entityId === undefined ? [] : [sql<boolean>`draft.entity_id = ${entityId}`]),
    ...(changesetId === undefined ? [] : [sql<boolean>`draft.changeset_id = ${changesetId}`]),
  ]
  return conditions.reduce((query, condition) => query.where(condition), selectDrafts(db, workId))
}
