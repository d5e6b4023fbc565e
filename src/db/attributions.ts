import { sql } from 'kysely'
import type { ReadDb } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { all } from './rows.ts'

/** Who occurs in a chapter now, and how often. */
export interface CastRow {
  readonly chapterId: number
  readonly entityId: number
  readonly mentions: number
}

export async function findCast(
  db: ReadDb,
  workId: number,
  chapterIds: readonly number[],
): Promise<CastRow[]> {
  return all(
    db,
    sql<CastRow>`
      select p.chapter_id as "chapterId", a.entity_id as "entityId", count(*)::int as mentions
      from chapter_place p join attribution a on a.work_id = p.work_id and a.at_pos = p.position
      where p.work_id = ${workId} and p.chapter_id = any(${[...chapterIds]}::bigint[])
        and p.superseded_in is null and a.superseded_in is null
      group by 1, 2 order by 1, 3 desc, 2`,
  )
}

/** An occurrence of a name in a block, tied to its owner. */
export interface BlockAttribution {
  readonly blockId: number
  readonly entityId: number
  readonly quote: string
  readonly start: number
  readonly end: number
  readonly byPresence: boolean
  readonly decisionId: number
}

export async function findBlockAttributions(
  db: ReadDb,
  workId: number,
  blockIds: readonly number[],
): Promise<BlockAttribution[]> {
  return all(
    db,
    sql<BlockAttribution>`
      select block_id as "blockId", entity_id as "entityId", surface as quote, start_offset as start,
        end_offset as "end", by_presence as "byPresence", decision_id as "decisionId"
      from attribution
      where work_id = ${workId} and block_id = any(${[...blockIds]}::bigint[]) and superseded_in is null
      order by block_id, start_offset`,
  )
}

/** A mention with several owners that nothing settles yet. */
export interface AmbiguousMention {
  readonly workId: number
  readonly id: number
  readonly surface: string
  readonly lookupKey: string
  readonly position: number
  readonly blockId: number
  readonly start: number
  readonly end: number
}

export async function listAmbiguousMentions(
  db: ReadDb,
  workId: number,
  page: Page,
): Promise<AmbiguousMention[]> {
  const { where, order, limit } = pageOf(sql`id`, page)
  return all(
    db,
    sql<AmbiguousMention>`
      select work_id as "workId", id, surface, lookup_key as "lookupKey", at_pos as position, block_id as "blockId",
        start_offset as start, end_offset as "end"
      from ambiguous_mention
      where work_id = ${workId} and superseded_in is null and ${where} order by ${order} limit ${limit}`,
  )
}

export async function countAmbiguousMentions(db: ReadDb, workId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ambiguous_mention')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('work_id', '=', workId)
    .where('superseded_in', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Owners of each ambiguous mention: names in force where it stands. */
export async function findMentionOwners(db: ReadDb, workId: number, mentionIds: readonly number[]) {
  return all(
    db,
    sql<{ mentionId: number; entityId: number }>`
      select distinct m.id as "mentionId", a.entity_id as "entityId"
      from ambiguous_mention m
        join alias a on a.work_id = m.work_id and a.lookup_key = m.lookup_key and a.superseded_in is null
          and a.valid_from <= m.at_pos and (a.valid_until is null or a.valid_until > m.at_pos)
      where m.work_id = ${workId} and m.id = any(${[...mentionIds]}::bigint[])
      order by 1, 2`,
  )
}
