import { type Selectable, sql } from 'kysely'
import type { Database, ReadDb, Tx } from './database.ts'

export type Row<Table extends keyof Database> = Selectable<Database[Table]>

/** Rows as one JSON parameter, whatever their number: `from ${rowsOf('alias', rows)} r`. */
export function rowsOf<Table extends keyof Database>(
  table: Table,
  rows: readonly Partial<Row<Table>>[],
) {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
}

/** Inserts any number of rows of equal columns in one statement. */
export async function insertRows<Table extends keyof Database>(
  tx: Tx,
  table: Table,
  rows: readonly Partial<Row<Table>>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsOf(table, rows)}`.execute(
    tx,
  )
}

/** The next `count` values of a sequence, ascending. */
export async function nextIds(tx: Tx, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval(${sequence}::text::regclass) as id from generate_series(1, ${count}::int) order by 1`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Name of the sequence behind a table's `id`. */
export function idSequence(table: keyof Database): string {
  return `${table}_id_seq`
}

/** Whether a row of the canon counts at a revision. */
export function countsAt(alias: string, revision: number) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('recorded_in')} <= ${revision}
    and (${column('superseded_in')} is null or ${column('superseded_in')} > ${revision}))`
}

/** Runs a read written in SQL. */
export async function all<T>(db: ReadDb, query: ReturnType<typeof sql<T>>): Promise<T[]> {
  const { rows } = await query.execute(db)
  return rows
}
