import { runCommand } from '#app/command.ts'
import { createSettingNote } from '#app/create-setting-note.ts'
import { countNotes, listNotes, type NoteRevision } from '#db/setting-notes.ts'
import { LimitExceededError } from '#domain/errors.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import { Decision, decisionOf } from './decision.ts'
import { commonErrors } from './errors.ts'
import { parseLocal, workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'
import { Work, workOf } from './work.ts'

/** A note by its newest revision. */
const SettingNote = builder.objectRef<NoteRevision>('SettingNote')

const SettingNoteRevision = builder.objectRef<NoteRevision>('SettingNoteRevision').implement({
  description: 'One immutable revision of a note; sources point to one of them.',
  fields: (t) => ({
    number: t.exposeInt('revision', { description: 'Counts from 1.' }),
    text: t.exposeString('text', { description: 'NFC text.' }),
    contentSha256: t.expose('contentSha256', { type: 'Sha256', description: 'Hash of the text.' }),
    decision: t.field({
      type: Decision,
      description: 'The decision that recorded it.',
      resolve: ({ workId, decisionId }, _args, context) =>
        decisionOf({ workId, id: decisionId }, context),
    }),
    recordedIn: t.exposeInt('recordedIn', { description: 'Canon revision.' }),
  }),
})

builder.node(SettingNote, {
  description:
    "An author's document that precedes or stands outside the prose, or the words in which a person vouched. Source of kind CONFIRMED_SETTING.",
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'noteId' in value,
  id: {
    description: 'Opaque and lasting.',
    resolve: ({ workId, noteId }) => `${workId}_${noteId}`,
  },
  loadOne: async (id, { loaders }) => {
    const row = parseLocal(id)
    return row && (await loaders.noteRevisions.load(row)).at(-1)
  },
  fields: (t) => ({
    work: t.field({
      type: Work,
      description: 'Its work.',
      resolve: ({ workId }, _args, context) => workOf(workId, context),
    }),
    title: t.exposeString('title', { description: 'Title.' }),
    text: t.exposeString('text', { description: 'NFC text of the newest revision.' }),
    revision: t.exposeInt('revision', { description: 'Newest revision.' }),
    contentSha256: t.expose('contentSha256', { type: 'Sha256', description: 'Hash of the text.' }),
    revisions: t.field({
      type: [SettingNoteRevision],
      description: 'All revisions, oldest first.',
      resolve: async ({ workId, noteId }, _args, { loaders }) => [
        ...(await loaders.noteRevisions.load({ workId, id: noteId })),
      ],
    }),
  }),
})

builder.objectField(Work, 'settingNotes', (t) =>
  t.connection(
    {
      type: SettingNote,
      description: 'Setting notes and vouching words, in the order in which they were written.',
      resolve: ({ id }, args, { db }) =>
        keyset<NoteRevision>({
          list: 'notes',
          args,
          keyOf: ({ noteId }) => noteId,
          load: (page) => listNotes(db, id, page),
          count: () => countNotes(db, id),
        }),
    },
    ...connectionOf('SettingNote', 'Notes'),
  ),
)

const SettingNoteCreateInput = builder.inputType('SettingNoteCreateInput', {
  description: 'A document of the author.',
  fields: (t) => ({
    idempotencyKey: t.field({
      type: 'IdempotencyKey',
      required: true,
      description: 'Makes a repeated call harmless.',
    }),
    workId: t.id({ required: true, description: 'The work.' }),
    title: t.string({ required: true, description: 'Title.' }),
    text: t.string({ required: true, description: 'At most 200,000 characters.' }),
  }),
})

interface Created {
  readonly workId: number
  readonly noteId: number
  readonly canonRevision: number
}

const SettingNoteCreateSuccess = builder.objectRef<Created>('SettingNoteCreateSuccess').implement({
  description: 'The note can be cited.',
  fields: (t) => ({
    note: t.field({
      type: SettingNote,
      nullable: true,
      description: 'It.',
      resolve: async ({ workId, noteId }, _args, { loaders }) =>
        (await loaders.noteRevisions.load({ workId, id: noteId })).at(-1),
    }),
    canonRevision: t.exposeInt('canonRevision', { description: 'Canon revision it made.' }),
  }),
})

mutation('settingNoteCreate', {
  capability: 'DECIDE',
  description: 'Write a setting note.',
  input: SettingNoteCreateInput,
  success: SettingNoteCreateSuccess,
  errors: [LimitExceededError, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const workId = workIdOf(input.workId, ['workId'])
    const { title, text, idempotencyKey } = input
    const command = { caller, name: 'settingNoteCreate', workId, input, idempotencyKey }
    const created = await runCommand(db, command, (on) => createSettingNote(on, { title, text }))
    return { ...created, workId }
  },
})
