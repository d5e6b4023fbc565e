import { sql } from 'kysely'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt, idSequence, insertRows, nextIds } from './rows.ts'

/** Room between blocks for later inserts; an order key, never a running number. */
const blockGap = 2 ** 20

export interface NewBlock {
  readonly text: string
  readonly sha256: string
  readonly chapterId: number
  readonly ordinal: number
}

/** Paragraphs in their first revision. */
export async function insertBlocks(
  tx: Tx,
  on: Recording,
  blocks: readonly NewBlock[],
): Promise<void> {
  const ids = await nextIds(tx, idSequence('block'), blocks.length)
  await insertRows(
    tx,
    'block',
    ids.map((id) => ({ work_id: on.workId, id })),
  )
  await insertRows(
    tx,
    'block_revision',
    blocks.map(({ text, sha256, chapterId, ordinal }, index) => ({
      work_id: on.workId,
      block_id: ids[index] ?? 0,
      revision: 1,
      chapter_id: chapterId,
      ordinal: ordinal * blockGap,
      text,
      content_sha256: sha256,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

/** One paragraph of canonical text at a revision. */
export interface Block {
  readonly workId: number
  readonly id: number
  readonly chapterId: number
  readonly position: number
  readonly ordinal: number
  readonly text: string
  readonly revision: number
  readonly contentSha256: string
  readonly recordedIn: number
  readonly decisionId: number
}

/** Blocks of the chapters that stand at these positions, in the order of the book. */
export async function findBlocksAt(
  db: ReadDb,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  positions: readonly number[],
): Promise<Block[]> {
  return all(
    db,
    sql<Block>`
      select b.work_id as "workId", b.block_id as id, b.chapter_id as "chapterId", p.position, b.ordinal, b.text,
        b.revision, b.content_sha256 as "contentSha256", b.recorded_in as "recordedIn", b.decision_id as "decisionId"
      from unnest(${[...positions]}::bigint[]) wanted(position)
      join chapter_place p on p.work_id = ${workId} and p.position = wanted.position
        and ${countsAt('p', revision)}
      join block_revision b on b.work_id = p.work_id and b.chapter_id = p.chapter_id
        and ${countsAt('b', revision)}
      order by p.position, b.ordinal`,
  )
}

/** Current revisions of blocks, wherever they stand. */
export async function findBlocksById(
  db: ReadDb,
  workId: number,
  ids: readonly number[],
): Promise<Block[]> {
  return all(
    db,
    sql<Block>`
      select b.work_id as "workId", b.block_id as id, b.chapter_id as "chapterId", p.position, b.ordinal, b.text,
        b.revision, b.content_sha256 as "contentSha256", b.recorded_in as "recordedIn", b.decision_id as "decisionId"
      from block_revision b
        join chapter_place p on p.work_id = b.work_id and p.chapter_id = b.chapter_id and p.superseded_in is null
      where b.work_id = ${workId} and b.block_id = any(${[...ids]}::bigint[]) and b.superseded_in is null`,
  )
}

export interface BlockWindow {
  /** Positions, both inclusive. */
  readonly first: number
  readonly last: number
  readonly page: Page
}

/** A block with its key in the order of the book. */
export type KeyedBlock = Block & { readonly key: string }

/** Blocks of a stretch of the book at a revision. */
export async function findBlocks(
  db: ReadDb,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  { first, last, page }: BlockWindow,
): Promise<KeyedBlock[]> {
  const { where, order, limit } = pageOf(sql`l.key`, page)
  return all(
    db,
    sql<KeyedBlock>`
      select * from (
        select b.work_id as "workId", b.block_id as id, b.chapter_id as "chapterId", p.position, b.ordinal, b.text,
          b.revision, b.content_sha256 as "contentSha256", b.recorded_in as "recordedIn",
          b.decision_id as "decisionId", lpad(p.position::text, 16, '0') || '/' || lpad(b.ordinal::text, 16, '0') as key
        from chapter_place p
          join block_revision b on b.work_id = p.work_id and b.chapter_id = p.chapter_id and ${countsAt('b', revision)}
        where p.work_id = ${workId} and p.position between ${first} and ${last} and ${countsAt('p', revision)}) l
      where ${where} order by ${order} limit ${limit}`,
  )
}

export async function countBlocks(
  db: ReadDb,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  { first, last }: Omit<BlockWindow, 'page'>,
): Promise<number> {
  const [row] = await all(
    db,
    sql<{ count: number }>`
      select count(*) from chapter_place p
        join block_revision b on b.work_id = p.work_id and b.chapter_id = p.chapter_id and ${countsAt('b', revision)}
      where p.work_id = ${workId} and p.position between ${first} and ${last} and ${countsAt('p', revision)}`,
  )
  return row?.count ?? 0
}
