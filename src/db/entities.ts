import { sql } from 'kysely'
import type { Doubt, Tier } from '#domain/draft/proposal.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { ReadDb } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { all } from './rows.ts'

export const entityStatuses = ['DRAFT', 'CANONICAL', 'RETIRED'] as const
export type EntityStatus = (typeof entityStatuses)[number]

/** An entity in the authoring view, as it is now. `revision` 0 = never confirmed. */
export interface Entity {
  readonly workId: number
  readonly id: number
  readonly type: EntityTypeName
  readonly key: string
  readonly name: string
  readonly status: EntityStatus
  readonly tier: Tier
  readonly revision: number
  readonly validFrom: number
  readonly validUntil: number | undefined
  readonly doubts: readonly Doubt[]
  readonly extra: unknown
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Entities with their current revision. */
export function selectEntities(db: ReadDb, workId: number) {
  return db
    .selectFrom('entity')
    .leftJoin('entity_revision as current', (on) =>
      on
        .onRef('current.work_id', '=', 'entity.work_id')
        .onRef('current.entity_id', '=', 'entity.id')
        .on('current.superseded_in', 'is', null),
    )
    .where('entity.work_id', '=', workId)
    .selectAll('entity')
    .select(['current.number', 'current.tier', 'current.valid_from', 'current.valid_until'])
    .select(['current.doubts', 'current.extra'])
}

type SelectedEntity = Awaited<
  ReturnType<ReturnType<typeof selectEntities>['executeTakeFirstOrThrow']>
>

export function toEntity(row: SelectedEntity): Entity {
  return {
    workId: row.work_id,
    id: row.id,
    type: row.type as EntityTypeName,
    key: row.key,
    name: row.name,
    status: row.status as EntityStatus,
    tier: (row.tier ?? 'DECORATIVE') as Tier,
    revision: row.number ?? 0,
    validFrom: row.valid_from ?? 0,
    validUntil: row.valid_until ?? undefined,
    doubts: (row.doubts ?? []) as Doubt[],
    extra: row.extra ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function findEntities(db: ReadDb, workId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await selectEntities(db, workId)
    .where('entity.id', 'in', [...ids])
    .execute()
  return rows.map(toEntity)
}

export async function findEntitiesByKey(db: ReadDb, workId: number, keys: readonly string[]) {
  if (keys.length === 0) return []
  const rows = await selectEntities(db, workId)
    .where('entity.key', 'in', [...keys])
    .execute()
  return rows.map(toEntity)
}

/** Entities, drafts included, that have or are proposed under this name now. */
export async function findEntitiesByAlias(
  db: ReadDb,
  workId: number,
  lookupKeys: readonly string[],
) {
  return all(
    db,
    sql<{ lookupKey: string; entityId: number; type: EntityTypeName }>`
      select distinct a.lookup_key as "lookupKey", e.id as "entityId", e.type
      from alias a join entity e on e.work_id = a.work_id and e.id = a.entity_id
      where a.work_id = ${workId} and a.superseded_in is null
        and a.lookup_key = any(${[...lookupKeys]}::text[])
      order by e.id`,
  )
}

/** Keys in use that begin with one of the given ones; a key is never given twice. */
export async function findTakenKeys(db: ReadDb, workId: number, bases: readonly string[]) {
  const rows = await all(
    db,
    sql<{ key: string }>`
      select distinct e.key from unnest(${[...bases]}::text[]) base(key)
      join entity e on e.work_id = ${workId} and (e.key = base.key or starts_with(e.key, base.key || '_'))`,
  )
  return new Set(rows.map(({ key }) => key))
}

export interface EntityFilter {
  readonly types?: readonly string[] | undefined
  readonly statuses?: readonly string[] | undefined
  readonly tiers?: readonly string[] | undefined
  /** Lookup key that one of their names must contain. */
  readonly nameContains?: string | undefined
  readonly keyPrefix?: string | undefined
}

/** Entities of the authoring view in the order of their keys. */
export async function listEntities(
  db: ReadDb,
  workId: number,
  { filter, page }: { readonly filter: EntityFilter; readonly page: Page },
): Promise<Entity[]> {
  const { where, order, limit } = pageOf(sql`entity.key`, page)
  const rows = await filterEntities(db, workId, filter)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(toEntity)
}

export async function countEntities(
  db: ReadDb,
  workId: number,
  filter: EntityFilter,
): Promise<number> {
  const { count } = await filterEntities(db, workId, filter)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filterEntities(db: ReadDb, workId: number, filter: EntityFilter) {
  const { types, statuses, tiers, nameContains, keyPrefix } = filter
  const conditions = [
    ...(types ? [sql<boolean>`entity.type = any(${[...types]}::text[])`] : []),
    ...(statuses ? [sql<boolean>`entity.status = any(${[...statuses]}::text[])`] : []),
    ...(tiers ? [sql<boolean>`current.tier = any(${[...tiers]}::text[])`] : []),
    ...(keyPrefix === undefined ? [] : [sql<boolean>`starts_with(entity.key, ${keyPrefix})`]),
    ...(nameContains === undefined
      ? []
      : [
          sql<boolean>`exists (select from alias a where a.work_id = entity.work_id and a.entity_id = entity.id
          and a.superseded_in is null and position(${nameContains} in a.lookup_key) > 0)`,
        ]),
  ]
  return conditions.reduce((query, condition) => query.where(condition), selectEntities(db, workId))
}
