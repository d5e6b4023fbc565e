import { sql } from 'kysely'
import type { ChapterKind, ChapterStatus } from '#domain/story-time.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { type Page, pageOf } from './page.ts'
import { all, countsAt, idSequence, insertRows, nextIds, type Row } from './rows.ts'

export interface Chapter {
  readonly workId: number
  readonly id: number
  readonly kind: ChapterKind
  readonly status: ChapterStatus
  readonly label: string
  readonly title: string
  readonly printedNumber: number | undefined
  readonly part: string | undefined
  readonly volumeNumber: number | undefined
  readonly revision: number
  readonly contentSha256: string
  readonly charCount: number
  readonly acceptedAt: Date | undefined
}

/** A chapter with its text, to be laid at the end of the book. */
export interface NewChapter {
  readonly position: number
  readonly kind: ChapterKind
  readonly label: string
  readonly title: string
  readonly printedNumber: number | undefined
  readonly part: string | undefined
  readonly volumeNumber: number | undefined
  readonly contentSha256: string
  readonly charCount: number
  readonly paragraphs: readonly { readonly text: string; readonly sha256: string }[]
}

/** Room between blocks for later inserts; an order key, never a running number. */
const blockGap = 2 ** 20

/** Chapters, their places, blocks and first block revisions; a constant number of statements. */
export async function insertChapters(
  tx: Tx,
  on: Recording,
  chapters: readonly NewChapter[],
): Promise<void> {
  const ids = await nextIds(tx, idSequence('chapter'), chapters.length)
  const identified = chapters.map((chapter, index) => ({ ...chapter, id: ids[index] ?? 0 }))
  await insertRows(
    tx,
    'chapter',
    identified.map((chapter) => toRow(on.workId, chapter)),
  )
  await insertRows(
    tx,
    'chapter_place',
    identified.map(({ id, position }) => ({
      work_id: on.workId,
      position,
      chapter_id: id,
      recorded_in: on.revision,
    })),
  )
  await insertBlocks(
    tx,
    on,
    identified.flatMap(({ id, paragraphs }) =>
      paragraphs.map((paragraph, ordinal) => ({ ...paragraph, chapterId: id, ordinal })),
    ),
  )
}

function toRow(workId: number, chapter: NewChapter & { readonly id: number }) {
  return {
    work_id: workId,
    id: chapter.id,
    kind: chapter.kind,
    status: 'ACCEPTED',
    label: chapter.label,
    title: chapter.title,
    printed_number: chapter.printedNumber ?? null,
    part: chapter.part ?? null,
    volume_number: chapter.volumeNumber ?? null,
    revision: 1,
    content_sha256: chapter.contentSha256,
    char_count: chapter.charCount,
    accepted_at: new Date(),
  }
}

interface NewBlock {
  readonly text: string
  readonly sha256: string
  readonly chapterId: number
  readonly ordinal: number
}

async function insertBlocks(tx: Tx, on: Recording, blocks: readonly NewBlock[]): Promise<void> {
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

export async function insertVolumes(
  tx: Tx,
  workId: number,
  volumes: readonly { readonly number: number; readonly title: string }[],
): Promise<void> {
  for (const { number, title } of volumes) {
    await tx
      .insertInto('volume')
      .values({ work_id: workId, number, title })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export async function findChapters(db: ReadDb, workId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('chapter')
    .selectAll()
    .where('work_id', '=', workId)
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute()
  return rows.map(toChapter)
}

/** Volumes with the ids of their chapters. */
export async function findVolumes(db: ReadDb, workId: number) {
  return all(
    db,
    sql<{ number: number; title: string; chapterIds: number[] }>`
      select v.number, v.title, coalesce(jsonb_agg(c.id) filter (where c.id is not null), '[]') as "chapterIds"
      from volume v left join chapter c on c.work_id = v.work_id and c.volume_number = v.number
      where v.work_id = ${workId} group by v.number, v.title order by v.number`,
  )
}

/** Characters of the work's text without white space. */
export async function countCharacters(db: ReadDb, workId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('chapter')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('char_count'), sql<number>`0`).as('sum'))
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow()
  return Number(sum)
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

function toChapter(row: Row<'chapter'>): Chapter {
  return {
    workId: row.work_id,
    id: row.id,
    kind: row.kind as ChapterKind,
    status: row.status as ChapterStatus,
    label: row.label,
    title: row.title,
    printedNumber: row.printed_number ?? undefined,
    part: row.part ?? undefined,
    volumeNumber: row.volume_number ?? undefined,
    revision: row.revision,
    contentSha256: row.content_sha256,
    charCount: row.char_count,
    acceptedAt: row.accepted_at ?? undefined,
  }
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
