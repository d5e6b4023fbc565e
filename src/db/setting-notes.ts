import { sql } from 'kysely'
import { sha256 } from '#domain/source.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { type Page, pageOf } from './page.ts'
import { all, idSequence, nextIds } from './rows.ts'

export interface NewNote {
  readonly id: number
  readonly title: string
  readonly text: string
}

export async function nextNoteIds(tx: Tx, count: number): Promise<number[]> {
  return nextIds(tx, idSequence('setting_note'), count)
}

/** An author's document in its first revision. */
export async function insertNote(
  tx: Tx,
  on: Recording,
  { id, title, text }: NewNote,
): Promise<void> {
  await tx.insertInto('setting_note').values({ work_id: on.workId, id }).execute()
  await tx
    .insertInto('setting_note_revision')
    .values({
      work_id: on.workId,
      note_id: id,
      revision: 1,
      title,
      text,
      content_sha256: sha256(text),
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })
    .execute()
}

export interface NoteRevision {
  readonly workId: number
  readonly noteId: number
  readonly revision: number
  readonly title: string
  readonly text: string
  readonly contentSha256: string
  readonly recordedIn: number
  readonly decisionId: number
}

/** All revisions of the notes, oldest first. */
export async function findNoteRevisions(db: ReadDb, workId: number, noteIds: readonly number[]) {
  return db
    .selectFrom('setting_note_revision')
    .where('work_id', '=', workId)
    .where('note_id', 'in', noteIds.length > 0 ? [...noteIds] : [0])
    .select(['work_id as workId', 'note_id as noteId', 'revision', 'title', 'text'])
    .select([
      'content_sha256 as contentSha256',
      'recorded_in as recordedIn',
      'decision_id as decisionId',
    ])
    .orderBy('note_id')
    .orderBy('revision')
    .execute()
}

/** Notes by their newest revision, in the order in which they were written. */
export async function listNotes(db: ReadDb, workId: number, page: Page): Promise<NoteRevision[]> {
  const { where, order, limit } = pageOf(sql`n.id`, page)
  return all(
    db,
    sql<NoteRevision>`
      select r.work_id as "workId", r.note_id as "noteId", r.revision, r.title, r.text,
        r.content_sha256 as "contentSha256", r.recorded_in as "recordedIn", r.decision_id as "decisionId"
      from setting_note n
        join setting_note_revision r on r.work_id = n.work_id and r.note_id = n.id and r.superseded_in is null
      where n.work_id = ${workId} and ${where} order by ${order} limit ${limit}`,
  )
}

export async function countNotes(db: ReadDb, workId: number): Promise<number> {
  const { count } = await db
    .selectFrom('setting_note')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow()
  return count
}
