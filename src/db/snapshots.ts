import { sql } from 'kysely'
import type { Doubt, Tier } from '#domain/draft/proposal.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { PositionRange } from '#domain/story-time.ts'
import type { Coordinates } from './coordinates.ts'
import type { ReadDb } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt } from './rows.ts'

/** An entity that exists at the coordinates: valid there and not retired then. */
export interface Snapshot {
  readonly at: Coordinates
  readonly entityId: number
  readonly key: string
  readonly type: EntityTypeName
  readonly tier: Tier
  readonly doubts: readonly Doubt[]
  /** `until` only where it is not later than the chapter read. */
  readonly validity: PositionRange
}

interface SnapshotRow extends Omit<Snapshot, 'at' | 'validity'> {
  readonly from: number
  readonly until: number | null
}

/** Entities at the coordinates, as a piece of query: alias `s`. */
export function snapshotsAt({ workId, revision, position }: Coordinates) {
  return sql`(
    select e.id as "entityId", e.key, e.type, r.tier, r.doubts, r.valid_from as "from",
      case when r.valid_until <= ${position} then r.valid_until end as until
    from entity e
      join entity_revision r on r.work_id = e.work_id and r.entity_id = e.id and ${countsAt('r', revision)}
    where e.work_id = ${workId} and r.valid_from <= ${position}
      and (r.valid_until is null or r.valid_until > ${position}))`
}

export async function findSnapshots(
  db: ReadDb,
  at: Coordinates,
  entityIds: readonly number[],
): Promise<Snapshot[]> {
  const rows = await all(
    db,
    sql<SnapshotRow>`select * from ${snapshotsAt(at)} s where s."entityId" = any(${[...entityIds]}::bigint[])`,
  )
  return rows.map((row) => toSnapshot(at, row))
}

export interface SnapshotFilter {
  readonly types?: readonly string[] | undefined
  readonly tiers?: readonly string[] | undefined
  readonly ids?: readonly number[] | undefined
  /** Lookup key that a name in force must contain. */
  readonly nameContains?: string | undefined
  /** Positions, both inclusive, in which the entity must be mentioned or have a step. */
  readonly touchedIn?: { readonly first: number; readonly last: number } | undefined
}

/** Entities in the order of their keys. */
export async function listSnapshots(
  db: ReadDb,
  at: Coordinates,
  { filter, page }: { readonly filter: SnapshotFilter; readonly page: Page },
): Promise<Snapshot[]> {
  const { where, order, limit } = pageOf(sql`s.key`, page)
  const rows = await all(
    db,
    sql<SnapshotRow>`select s.* from ${snapshotsAt(at)} s where ${matches(at, filter)}
      and ${where} order by ${order} limit ${limit}`,
  )
  return rows.map((row) => toSnapshot(at, row))
}

export async function countSnapshots(db: ReadDb, at: Coordinates, filter: SnapshotFilter) {
  const [row] = await all(
    db,
    sql<{ count: number }>`select count(*) from ${snapshotsAt(at)} s where ${matches(at, filter)}`,
  )
  return row?.count ?? 0
}

function matches(at: Coordinates, filter: SnapshotFilter) {
  const { types, tiers, ids, nameContains, touchedIn } = filter
  return sql.join(
    [
      sql`true`,
      ...(types ? [sql`s.type = any(${[...types]}::text[])`] : []),
      ...(tiers ? [sql`s.tier = any(${[...tiers]}::text[])`] : []),
      ...(ids ? [sql`s."entityId" = any(${[...ids]}::bigint[])`] : []),
      ...(nameContains
        ? [
            sql`exists (select from alias a where a.work_id = ${at.workId} and a.entity_id = s."entityId"
        and position(${nameContains} in a.lookup_key) > 0 and ${inForce('a', at)})`,
          ]
        : []),
      ...(touchedIn
        ? [
            sql`exists (select from attribution a where a.work_id = ${at.workId}
        and a.entity_id = s."entityId" and a.at_pos between ${touchedIn.first} and ${touchedIn.last}
        and ${countsAt('a', at.revision)})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** Whether a row with a range counts at the revision and holds at the position. */
export function inForce(
  alias: string,
  { revision, position }: Pick<Coordinates, 'revision' | 'position'>,
) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('valid_from')} <= ${position}
    and (${column('valid_until')} is null or ${column('valid_until')} > ${position})
    and ${countsAt(alias, revision)}`
}

/** How many decisions changed something of the entities at or before the chapter. */
export async function countRevisionsAsOf(
  db: ReadDb,
  at: Coordinates,
  entityIds: readonly number[],
) {
  const { workId, revision, position } = at
  const upTo = (table: string, column: string) => sql`
    select t.entity_id, t.decision_id from ${sql.table(table)} t
    where t.work_id = ${workId} and t.entity_id = any(${[...entityIds]}::bigint[])
      and t.${sql.ref(column)} <= ${position} and t.recorded_in <= ${revision}`
  return all(
    db,
    sql<{ entityId: number; count: number }>`
      select entity_id as "entityId", count(distinct decision_id) as count
      from (${upTo('fact_ledger', 'at_pos')} union all ${upTo('alias', 'valid_from')}
        union all ${upTo('evolution_step', 'at_pos')}
        union all (${upTo('entity_revision', 'valid_from')} and t.number = 1)) t
      group by entity_id`,
  )
}

/** First and last chapter up to the one read in which the entities are mentioned. */
export async function findAppearances(db: ReadDb, at: Coordinates, entityIds: readonly number[]) {
  return all(
    db,
    sql<{ entityId: number; first: number; last: number }>`
      select a.entity_id as "entityId", min(a.at_pos) as first, max(a.at_pos) as last
      from attribution a
      where a.work_id = ${at.workId} and a.entity_id = any(${[...entityIds]}::bigint[])
        and a.at_pos <= ${at.position} and ${countsAt('a', at.revision)}
      group by a.entity_id`,
  )
}

function toSnapshot(at: Coordinates, { from, until, ...row }: SnapshotRow): Snapshot {
  return { ...row, at, validity: { from, until: until ?? undefined } }
}
