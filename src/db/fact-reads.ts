import { sql } from 'kysely'
import type { Value } from '#domain/entity-types/value.ts'
import type { Coordinates } from './coordinates.ts'
import type { ReadDb } from './database.ts'
import { all, countsAt } from './rows.ts'

/** A fact in force: one value, or one member of a set. */
export interface FactInForce {
  readonly entityId: number
  readonly field: string
  readonly elem: string
  readonly value: Value
  readonly from: number
  /** Only where it is not later than the chapter read. */
  readonly until: number | undefined
  readonly ledgerId: number
}

/** What holds of the given entities at the coordinates, in the order of fields and then of the story. */
export async function findFactsAsOf(
  db: ReadDb,
  at: Coordinates,
  entityIds: readonly number[],
): Promise<FactInForce[]> {
  return all(db, factsAsOf(at, entityIds))
}

/** One range filter an entity; the lateral keeps the as-of index in use. */
export function factsAsOf(
  { workId, position, revision }: Coordinates,
  entityIds: readonly number[],
) {
  return sql<FactInForce>`
    select s.entity_id as "entityId", d.name as field, s.elem, s.value, s.valid_from as "from",
      case when s.valid_to <= ${position} then s.valid_to end as until, s.ledger_id as "ledgerId"
    from unnest(${[...entityIds]}::bigint[]) e(id)
      cross join lateral (
        select * from fact_span f where f.work_id = ${workId} and f.entity_id = e.id
          and coalesce(f.valid_to, 9223372036854775807) > ${position} and f.valid_from <= ${position}
          and ${countsAt('f', revision)}) s
      join field_def d on d.work_id = 0 and d.id = s.field
    order by s.entity_id, s.field, s.valid_from, s.ledger_id`
}

/** Entities of `type` whose field is, or holds, one of the given ones at the coordinates. */
export async function findReferrersAsOf(
  db: ReadDb,
  at: Coordinates,
  asked: { readonly type: string; readonly field: string; readonly targets: readonly number[] },
): Promise<{ target: number; entityId: number }[]> {
  return all(
    db,
    sql<{ target: number; entityId: number }>`
      select t.id as target, s.entity_id as "entityId"
      from unnest(${[...asked.targets]}::bigint[]) t(id)
        join field_def d on d.work_id = 0 and d.entity_type = ${asked.type} and d.name = ${asked.field}
        cross join lateral (
          select * from fact_span f where f.work_id = ${at.workId} and f.field = d.id
            and f.value_key = t.id::text and f.valid_from <= ${at.position}
            and coalesce(f.valid_to, 9223372036854775807) > ${at.position}
            and ${countsAt('f', at.revision)}) s
      order by t.id, s.entity_id`,
  )
}

/** Fields that have a value anywhere in the story now. */
export async function findFieldsPresent(db: ReadDb, workId: number, entityIds: readonly number[]) {
  return all(
    db,
    sql<{ entityId: number; field: string; value: Value }>`
      select distinct on (s.entity_id, s.field) s.entity_id as "entityId", d.name as field, s.value
      from fact_span s join field_def d on d.work_id = 0 and d.id = s.field
      where s.work_id = ${workId} and s.entity_id = any(${[...entityIds]}::bigint[]) and s.superseded_in is null
      order by s.entity_id, s.field, s.valid_from desc`,
  )
}
