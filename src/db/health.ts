import { sql } from 'kysely'
import type { ReadDb } from './database.ts'
import { filteredLedger, type LedgerWindow } from './ledger.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt } from './rows.ts'

export const alarmKinds = ['NEVER_TOUCHED', 'UNCLOSED', 'OPEN_DOUBT'] as const
export type AlarmKind = (typeof alarmKinds)[number]

export interface Alarm {
  readonly kind: AlarmKind
  readonly entityId: number
  /** Position since when it holds; undefined = before the book, or never. */
  readonly since: number | undefined
  /** The doubted field, of OPEN_DOUBT. */
  readonly field: string | undefined
  readonly key: string
}

/** Alarms of the whole work from the tables alone, ordered by kind and entity key. */
function alarms(window: LedgerWindow) {
  const { workId, revision } = window
  return sql`(
    select 'NEVER_TOUCHED' as kind, l."entityId", null::bigint as since, null as field, '1/' || l.key as key
    from ${filteredLedger(window, { states: ['UNTOUCHED'] })} l
    union all
    select 'UNCLOSED', l."entityId", l."firstConsumed", null, '2/' || l.key
    from ${filteredLedger(window, { unclosed: true })} l
    union all
    select 'OPEN_DOUBT', e.id, r.valid_from, d.path, '3/' || e.key || '/' || d.path
    from entity e
      join entity_revision r on r.work_id = e.work_id and r.entity_id = e.id and ${countsAt('r', revision)}
      cross join lateral jsonb_to_recordset(r.doubts) d(path text)
    where e.work_id = ${workId})`
}

export async function listAlarms(
  db: ReadDb,
  window: LedgerWindow,
  { kinds, page }: { readonly kinds: readonly AlarmKind[]; readonly page: Page },
): Promise<Alarm[]> {
  const { where, order, limit } = pageOf(sql`a.key`, page)
  const rows = await all(
    db,
    sql<Alarm>`select * from ${alarms(window)} a where a.kind = any(${[...kinds]}::text[]) and ${where}
      order by ${order} limit ${limit}`,
  )
  return rows.map((row) => ({
    ...row,
    since: row.since ?? undefined,
    field: row.field ?? undefined,
  }))
}

export async function countAlarms(
  db: ReadDb,
  window: LedgerWindow,
  kinds: readonly AlarmKind[],
): Promise<number> {
  const [row] = await all(
    db,
    sql<{
      count: number
    }>`select count(*) from ${alarms(window)} a where a.kind = any(${[...kinds]}::text[])`,
  )
  return row?.count ?? 0
}
