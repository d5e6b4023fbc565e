import { sql } from 'kysely'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { closingTypes } from '#domain/entity-types/registry.ts'
import type { LedgerState, Thresholds } from '#domain/ledger.ts'
import type { ReadDb } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt } from './rows.ts'

/** A window of the ledger at a canon revision; positions, half-open at neither end. */
export interface LedgerWindow {
  readonly workId: number
  readonly revision: number
  readonly first: number
  readonly last: number
  /** Last chapter that has text: what an ending is measured against. */
  readonly head: number
}

export interface LedgerRow extends Thresholds {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly key: string
  readonly tier: string
  readonly state: LedgerState
  /** 未收口: an ending is planned but not reached by the head. */
  readonly unclosed: boolean
}

export interface LedgerFilter {
  readonly types?: readonly string[] | undefined
  readonly tiers?: readonly string[] | undefined
  readonly states?: readonly LedgerState[] | undefined
  readonly unclosed?: boolean | undefined
  readonly entityIds?: readonly number[] | undefined
}

/**
 * Every row of the ledger as two thresholds, from tables alone; nothing of it is stored. Rows are the canonical
 * entities of the closing types.
 */
function thresholds({ workId, revision, last, head }: LedgerWindow) {
  const types = closingTypes.map(({ name }) => name)
  const step = (phase: ReturnType<typeof sql>) => sql`(
    select min(s.at_pos) from evolution_step s where s.work_id = e.work_id and s.entity_id = e.id
      and ${countsAt('s', revision)} and ${phase})`
  return sql`
    select e.id as "entityId", e.type, e.key, r.tier, touched.first as "firstConsumed", ending.at as closed,
      case when ending.at <= ${last} then 'CLOSED' when touched.first <= ${last} then 'CONSUMED'
        else 'UNTOUCHED' end as state,
      (planned.ends and (ending.at is null or ending.at > ${head})) as unclosed
    from entity e
      join entity_revision r on r.work_id = e.work_id and r.entity_id = e.id and ${countsAt('r', revision)}
      cross join lateral (select ${step(sql`true`)} as at) happened
      cross join lateral (select ${step(sql`s.phase = 'ENDING'`)} as at) ending
      cross join lateral (
        select min(a.at_pos) as at from attribution a
        where a.work_id = e.work_id and a.entity_id = e.id and ${countsAt('a', revision)}) mentioned
      cross join lateral (select least(happened.at, mentioned.at) as first) touched
      cross join lateral (
        select exists (
          select from planned_arc p where p.work_id = e.work_id and p.entity_id = e.id and ${countsAt('p', revision)}
            and (p.ending_direction is not null or exists (
              select from planned_step s where s.work_id = p.work_id and s.entity_id = p.entity_id
                and s.arc_revision = p.revision and s.phase = 'ENDING'))) as ends) planned
    where e.work_id = ${workId} and e.status <> 'DRAFT' and e.type = any(${types}::text[])`
}

export function filteredLedger(window: LedgerWindow, filter: LedgerFilter) {
  const any = (column: string, values: readonly unknown[] | undefined, type: string) =>
    values ? sql`and l.${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])` : sql``
  return sql`(select * from (${thresholds(window)}) l where true
    ${any('type', filter.types, 'text')} ${any('tier', filter.tiers, 'text')}
    ${any('state', filter.states, 'text')} ${any('entityId', filter.entityIds, 'bigint')}
    ${filter.unclosed === undefined ? sql`` : sql`and l.unclosed = ${filter.unclosed}`})`
}

/** Rows in the order of their keys. */
export async function findLedgerRows(
  db: ReadDb,
  window: LedgerWindow,
  { filter, page }: { readonly filter: LedgerFilter; readonly page: Page },
): Promise<LedgerRow[]> {
  const { where, order, limit } = pageOf(sql`l.key`, page)
  const rows = await all(
    db,
    sql<LedgerRow>`select * from ${filteredLedger(window, filter)} l where ${where} order by ${order} limit ${limit}`,
  )
  return rows.map((row) => ({
    ...row,
    firstConsumed: row.firstConsumed ?? undefined,
    closed: row.closed ?? undefined,
  }))
}

export interface LedgerSummary {
  readonly owed: number
  readonly untouched: number
  readonly consumed: number
  readonly closed: number
  readonly unclosed: number
}

/** Counts over all rows, and a hash over them: two computations at one revision must agree. */
export async function summarizeLedger(db: ReadDb, window: LedgerWindow, filter: LedgerFilter = {}) {
  const [row] = await all(
    db,
    sql<LedgerSummary & { sha256: string }>`
      select count(*) as owed, count(*) filter (where state = 'UNTOUCHED') as untouched,
        count(*) filter (where state = 'CONSUMED') as consumed, count(*) filter (where state = 'CLOSED') as closed,
        count(*) filter (where unclosed) as unclosed,
        encode(sha256(convert_to(coalesce(string_agg(concat_ws('/', "entityId", state, "firstConsumed", l.closed,
          unclosed), ',' order by "entityId"), ''), 'UTF8')), 'hex') as sha256
      from ${filteredLedger(window, filter)} l`,
  )
  return row ?? { owed: 0, untouched: 0, consumed: 0, closed: 0, unclosed: 0, sha256: '' }
}

/** Where something happened to an entity inside the window. */
export interface Touch {
  readonly entityId: number
  readonly position: number
  readonly blockCount: number
}

export async function findTouches(db: ReadDb, window: LedgerWindow, entityIds: readonly number[]) {
  const { workId, revision, first, last } = window
  return all(
    db,
    sql<Touch>`
      select "entityId", position, sum(blocks)::int as "blockCount"
      from (
        select a.entity_id as "entityId", a.at_pos as position, count(distinct a.block_id) as blocks
        from attribution a
        where a.work_id = ${workId} and a.entity_id = any(${[...entityIds]}::bigint[])
          and a.at_pos between ${first} and ${last} and ${countsAt('a', revision)}
        group by 1, 2
        union all
        select s.entity_id, s.at_pos, 0 from evolution_step s
        where s.work_id = ${workId} and s.entity_id = any(${[...entityIds]}::bigint[])
          and s.at_pos between ${first} and ${last} and ${countsAt('s', revision)}
      ) touched
      group by 1, 2 order by 1, 2`,
  )
}

export async function countLedgerRows(db: ReadDb, window: LedgerWindow, filter: LedgerFilter) {
  return (await summarizeLedger(db, window, filter)).owed
}
