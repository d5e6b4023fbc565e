import { sql } from 'kysely'
import type { ChapterKind, ChapterStatus } from '#domain/story-time.ts'
import { insertBlocks } from './blocks.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { all, idSequence, insertRows, nextIds, type Row } from './rows.ts'

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
