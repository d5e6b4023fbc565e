import { sql } from 'kysely'
import type { ReadDb, Tx } from './database.ts'
import { type Page, pageOf } from './page.ts'
import type { Row } from './rows.ts'

export const workStatuses = ['PLANNING', 'SERIALIZING', 'COMPLETED', 'ARCHIVED'] as const
export type WorkStatus = (typeof workStatuses)[number]

export interface Work {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly status: WorkStatus
  readonly revision: number
  readonly canonRevision: number
  readonly orderRevision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export async function findWorks(db: ReadDb, ids: readonly number[]): Promise<Work[]> {
  const rows = await db
    .selectFrom('work')
    .selectAll()
    .where('work_id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  return rows.map(toWork)
}

export async function findWorkByKey(db: ReadDb, key: string): Promise<Work | undefined> {
  const row = await db.selectFrom('work').selectAll().where('key', '=', key).executeTakeFirst()
  return row && toWork(row)
}

/** Serialises the commands of one work; every canonical write holds this lock. */
export async function lockWork(tx: Tx, workId: number): Promise<Work | undefined> {
  const row = await tx
    .selectFrom('work')
    .selectAll()
    .where('work_id', '=', workId)
    .forUpdate()
    .executeTakeFirst()
  return row && toWork(row)
}

/** A new work with its place before the book; undefined where the key is taken. */
export async function insertWork(tx: Tx, key: string, title: string): Promise<Work | undefined> {
  const row = await tx
    .insertInto('work')
    .values({ key, title })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx
    .insertInto('chapter_place')
    .values({ work_id: row.work_id, position: 0, chapter_id: null, recorded_in: 0 })
    .execute()
  return toWork(row)
}

/** Says that the order of the chapters changed in this revision. */
export async function touchOrder(tx: Tx, workId: number, revision: number): Promise<void> {
  await tx
    .updateTable('work')
    .set({ order_revision: revision, updated_at: sql`now()` })
    .where('work_id', '=', workId)
    .execute()
}

function toWork(row: Row<'work'>): Work {
  return {
    id: row.work_id,
    key: row.key,
    title: row.title,
    status: row.status as WorkStatus,
    revision: row.revision,
    canonRevision: row.canon_revision,
    orderRevision: row.order_revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Works in the order of their keys. */
export async function listWorks(db: ReadDb, page: Page): Promise<Work[]> {
  const { where, order, limit } = pageOf(sql`key`, page)
  const rows = await db
    .selectFrom('work')
    .selectAll()
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(toWork)
}

export async function countWorks(db: ReadDb): Promise<number> {
  const { count } = await db
    .selectFrom('work')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
