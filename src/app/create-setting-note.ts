import { appendAudit } from '#db/audit.ts'
import { recordDecision } from '#db/decisions.ts'
import { insertNote, nextNoteIds } from '#db/setting-notes.ts'
import { invalidInput, LimitExceededError } from '#domain/errors.ts'
import { auditing, type On, requirePerson } from './command.ts'

const maxNoteLength = 200_000

/** An author's document that stands outside the prose; drafts can cite it. */
export async function createSettingNote(
  on: On,
  input: { readonly title: string; readonly text: string },
) {
  requirePerson(on.caller)
  const text = input.text.normalize('NFC')
  if (text.trim() === '') throw invalidInput(['text'], 'REQUIRED', 'A note has text.')
  if (text.length > maxNoteLength) {
    throw new LimitExceededError(
      'Characters of a note',
      { limit: maxNoteLength, actual: text.length },
      ['text'],
    )
  }
  const { tx, work, caller } = on
  const recording = await recordDecision(tx, {
    workId: work.id,
    kind: 'TEXT_SAVE',
    actorId: caller.actorId,
  })
  const [noteId = 0] = await nextNoteIds(tx, 1)
  await insertNote(tx, recording, { id: noteId, title: input.title.trim(), text })
  await appendAudit(tx, auditing(on), [
    {
      action: 'settingNote.create',
      subjectType: 'SettingNote',
      subjectId: noteId,
      canonRevision: recording.revision,
      after: { title: input.title },
    },
  ])
  return { noteId, canonRevision: recording.revision, decisionId: recording.decisionId }
}
