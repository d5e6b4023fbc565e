import { sql } from 'kysely'
import type { Doubt, Tier } from '#domain/draft/proposal.ts'
import type { AliasRow, StepRow } from '#domain/draft/rows.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { lookupKey } from '#domain/text/fold.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { type Page, pageOf } from './page.ts'
import { all, insertRows, type Row } from './rows.ts'

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

export type NewEntity = Pick<Row<'entity'>, 'id' | 'type' | 'key' | 'name'>

/** Reserves ids and keys; the entities exist with status DRAFT. */
export async function insertEntities(tx: Tx, workId: number, entities: readonly NewEntity[]) {
  const rows = entities.map((entity) => ({ work_id: workId, status: 'DRAFT', ...entity }))
  await insertRows(
    tx,
    'entity',
    rows.map((row) => ({ ...row, created_at: new Date(), updated_at: new Date() })),
  )
}

/** What a decision makes of one entity. */
export interface EntityWrite {
  readonly entityId: number
  readonly number: number
  readonly tier: Tier
  readonly validFrom: number
  readonly validUntil: number | undefined
  readonly doubts: readonly Doubt[]
  readonly extra: unknown
  readonly name: string | undefined
}

/** A new revision of each entity; the one before no longer counts. */
export async function writeEntityRevisions(tx: Tx, on: Recording, writes: readonly EntityWrite[]) {
  const ids = writes.map(({ entityId }) => entityId)
  await tx
    .updateTable('entity_revision')
    .set({ superseded_in: on.revision })
    .where('work_id', '=', on.workId)
    .where('entity_id', 'in', ids)
    .where('superseded_in', 'is', null)
    .execute()
  await sql`
    update entity e set status = 'CANONICAL', decision_id = coalesce(e.decision_id, ${on.decisionId}),
      name = coalesce(w.name, e.name), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) w("entityId" bigint, name text)
    where e.work_id = ${on.workId} and e.id = w."entityId"`.execute(tx)
  await insertRows(
    tx,
    'entity_revision',
    writes.map((write) => ({
      work_id: on.workId,
      entity_id: write.entityId,
      number: write.number,
      tier: write.tier,
      valid_from: write.validFrom,
      valid_until: write.validUntil ?? null,
      doubts: write.doubts,
      extra: write.extra ?? null,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export type NewAlias = AliasRow & { readonly entityId: number }

export async function insertAliases(tx: Tx, on: Recording, aliases: readonly NewAlias[]) {
  await insertRows(
    tx,
    'alias',
    aliases.map((alias) => ({
      work_id: on.workId,
      id: alias.id,
      entity_id: alias.entityId,
      text: alias.text,
      lookup_key: lookupKey(alias.text),
      kind: alias.kind,
      context: alias.context ?? null,
      is_primary: alias.isPrimary,
      valid_from: alias.range.from,
      valid_until: alias.range.until ?? null,
      source_id: alias.sourceId,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export async function insertSteps(
  tx: Tx,
  on: Recording,
  steps: readonly (StepRow & { readonly entityId: number })[],
) {
  await insertRows(
    tx,
    'evolution_step',
    steps.map(({ id, entityId, at, step, phase, sourceId }) => ({
      work_id: on.workId,
      id,
      entity_id: entityId,
      at_pos: at.position,
      block: at.block,
      at_offset: at.offset,
      step,
      phase,
      source_id: sourceId,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export interface NewRelation {
  readonly entityId: number
  readonly source: number
  readonly target: number
}

export async function insertRelations(tx: Tx, on: Recording, relations: readonly NewRelation[]) {
  await insertRows(
    tx,
    'relation',
    relations.map(({ entityId, source, target }) => ({
      work_id: on.workId,
      entity_id: entityId,
      source_entity_id: source,
      target_entity_id: target,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
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
