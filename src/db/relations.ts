import { sql } from 'kysely'
import type { Coordinates } from './coordinates.ts'
import type { ReadDb } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt } from './rows.ts'
import { snapshotsAt } from './snapshots.ts'

/** A relation that holds at the coordinates. */
export interface RelationAsOf {
  readonly entityId: number
  readonly key: string
  readonly source: number
  readonly target: number
}

export const traversalDirections = ['OUTGOING', 'INCOMING', 'BOTH'] as const
export type TraversalDirection = (typeof traversalDirections)[number]

export interface RelationFilter {
  /** Relations of this entity. */
  readonly of?: number | undefined
  readonly direction?: TraversalDirection | undefined
  readonly kinds?: readonly string[] | undefined
  /** Both ends are among these. */
  readonly between?: readonly number[] | undefined
}

/** Relations whose range and both ends hold at the coordinates. */
function relationsAt(at: Coordinates, filter: RelationFilter) {
  return sql`
    select s."entityId", s.key, r.source_entity_id as source, r.target_entity_id as target
    from relation r
      join ${snapshotsAt(at)} s on s."entityId" = r.entity_id
      join ${snapshotsAt(at)} source on source."entityId" = r.source_entity_id
      join ${snapshotsAt(at)} target on target."entityId" = r.target_entity_id
    where r.work_id = ${at.workId} and ${countsAt('r', at.revision)} and ${matches(at, filter)}`
}

function matches(at: Coordinates, { of, direction = 'BOTH', kinds, between }: RelationFilter) {
  const outgoing = sql`r.source_entity_id = ${of}`
  const incoming = sql`r.target_entity_id = ${of}`
  const ofEntity = {
    OUTGOING: outgoing,
    INCOMING: incoming,
    BOTH: sql`(${outgoing} or ${incoming})`,
  }
  return sql.join(
    [
      sql`true`,
      ...(of === undefined ? [] : [ofEntity[direction]]),
      ...(between
        ? [
            sql`r.source_entity_id = any(${[...between]}::bigint[]) and r.target_entity_id = any(${[...between]}::bigint[])`,
          ]
        : []),
      ...(kinds
        ? [
            sql`exists (select from fact_span f join field_def d on d.work_id = 0 and d.id = f.field
            and d.entity_type = 'character_relation' and d.name = 'kind'
            where f.work_id = ${at.workId} and f.entity_id = r.entity_id and f.valid_from <= ${at.position}
              and coalesce(f.valid_to, 9223372036854775807) > ${at.position} and ${countsAt('f', at.revision)}
              and f.value #>> '{}' = any(${[...kinds]}::text[]))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** Relations in the order of their keys. */
export async function listRelations(
  db: ReadDb,
  at: Coordinates,
  { filter, page }: { readonly filter: RelationFilter; readonly page: Page },
): Promise<RelationAsOf[]> {
  const { where, order, limit } = pageOf(sql`l.key`, page)
  return all(
    db,
    sql<RelationAsOf>`select * from (${relationsAt(at, filter)}) l
      where ${where} order by ${order} limit ${limit}`,
  )
}

export async function countRelations(db: ReadDb, at: Coordinates, filter: RelationFilter) {
  const [row] = await all(
    db,
    sql<{ count: number }>`select count(*) from (${relationsAt(at, filter)}) l`,
  )
  return row?.count ?? 0
}

/** The fixed ends of relations, whatever the chapter. */
export async function findEnds(db: ReadDb, workId: number, relationIds: readonly number[]) {
  return all(
    db,
    sql<{ entityId: number; source: number; target: number }>`
      select distinct on (entity_id) entity_id as "entityId", source_entity_id as source, target_entity_id as target
      from relation where work_id = ${workId} and entity_id = any(${[...relationIds]}::bigint[])
      order by entity_id, recorded_in desc`,
  )
}
