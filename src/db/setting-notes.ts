import { sha256 } from '#domain/source.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { idSequence, nextIds } from './rows.ts'

export interface NewNote {
  readonly id: number
  readonly title: string
  readonly text: string
}

export async function nextNoteIds(tx: Tx, count: number): Promise<number[]> {
  return nextIds(tx, idSequence('setting_note'), count)
}

/** An author's document in its first revision. */
export async function insertNote(tx: Tx, on: Recording, { id, title, text }: NewNote): Promise<void> {
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
    .select(['content_sha256 as contentSha256', 'recorded_in as recordedIn', 'decision_id as decisionId'])
    .orderBy('note_id')
    .orderBy('revision')
    .execute()
}
