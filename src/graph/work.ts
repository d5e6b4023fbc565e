import { createWork } from '#app/create-work.ts'
import { resolveCoordinates } from '#db/coordinates.ts'
import { countWorks, findWorkByKey, listWorks, type Work as WorkValue } from '#db/works.ts'
import { AlreadyExistsError } from '#domain/errors.ts'
import { builder } from './builder.ts'
import { CanonView } from './canon-view.ts'
import { connectionOf, keyset } from './connection.ts'
import type { Context } from './context.ts'
import { WorkStatus } from './enums.ts'
import { commonErrors } from './errors.ts'
import { workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'

export const Work = builder.objectRef<WorkValue>('Work')

builder.node(Work, {
  description: 'A novel in the authoring view.',
  isTypeOf: (value) =>
    typeof value === 'object' &&
    value !== null &&
    'canonRevision' in value &&
    'orderRevision' in value,
  id: { description: 'Opaque and lasting.', resolve: ({ id }) => `${id}` },
  loadOne: (id, { loaders }) =>
    /^\d{1,15}$/.test(id) ? loaders.works.load(Number(id)) : undefined,
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Short name for commands and links.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    status: t.field({
      type: WorkStatus,
      description: 'Where it stands.',
      resolve: ({ status }) => status,
    }),
    revision: t.exposeInt('revision', {
      description: 'Grows with every change of title or status.',
    }),
    canonRevision: t.exposeInt('canonRevision', {
      description: 'Grows by one with every committed canonical change; the transaction-time axis.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    headChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'Last chapter with accepted text.',
      resolve: async ({ id }, _args, { loaders }) =>
        (await loaders.timelines.load(id)).head ?? null,
    }),
    head: t.field({
      type: CanonView,
      nullable: true,
      description: 'Canon at the head chapter; null before the first accepted chapter.',
      resolve: async (work, _args, context) => {
        const { head } = await context.loaders.timelines.load(work.id)
        return head === undefined ? null : viewOf(work, head, context)
      },
    }),
    asOf: t.field({
      type: CanonView,
      nullable: true,
      description:
        'Canon as of a chapter, that is at its end; -1 = before the book. CHAPTER_NOT_FOUND where there is none; never clamped.',
      args: {
        chapter: t.arg({ type: 'ChapterNumber', required: true, description: 'Its number now.' }),
      },
      resolve: (work, { chapter }, context) => viewOf(work, chapter, context),
    }),
  }),
})

function viewOf(work: WorkValue, chapter: number, { db }: Context) {
  return resolveCoordinates(db, work, { chapter })
}

/** The work of a row. */
export async function workOf(id: number, { loaders }: Context): Promise<WorkValue> {
  const work = await loaders.works.load(id)
  if (!work) throw new Error(`There is no work ${id}.`)
  return work
}

const WorkRefInput = builder.inputType('WorkRefInput', {
  description: 'Exactly one way to name a work.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    key: t.string({ description: 'Its key.' }),
  }),
})

builder.queryField('work', (t) =>
  t.field({
    type: Work,
    nullable: true,
    description: 'One work; null where there is none.',
    args: { by: t.arg({ type: WorkRefInput, required: true, description: 'Which one.' }) },
    resolve: (_root, { by: { id, key } }, { db, loaders }) =>
      id == null ? findWorkByKey(db, key ?? '') : loaders.works.load(workIdOf(id, ['by', 'id'])),
  }),
)

builder.queryField('works', (t) =>
  t.connection(
    {
      type: Work,
      nullable: true,
      description: 'Works, in the order of their keys.',
      resolve: (_root, args, { db }) =>
        keyset<WorkValue>({
          list: 'works',
          args,
          keyOf: ({ key }) => key,
          load: (page) => listWorks(db, page),
          count: () => countWorks(db),
        }),
    },
    ...connectionOf('Work', 'Works'),
  ),
)

const WorkCreateInput = builder.inputType('WorkCreateInput', {
  description: 'A new work.',
  fields: (t) => ({
    idempotencyKey: t.field({
      type: 'IdempotencyKey',
      required: true,
      description: 'Makes a repeated call harmless.',
    }),
    title: t.string({ required: true, description: '1 to 200 characters.' }),
    key: t.string({ description: '1 to 64 of a-z, 0-9 and _; pinyin of the title where absent.' }),
  }),
})

const WorkCreateSuccess = builder.objectRef<{ workId: number }>('WorkCreateSuccess').implement({
  description: 'The work exists.',
  fields: (t) => ({
    work: t.field({
      type: Work,
      description: 'It.',
      resolve: ({ workId }, _args, context) => workOf(workId, context),
    }),
  }),
})

mutation('workCreate', {
  capability: 'DECIDE',
  description: 'Create a work, without chapters.',
  input: WorkCreateInput,
  success: WorkCreateSuccess,
  errors: [AlreadyExistsError, ...commonErrors],
  resolve: (input, { db, caller }) => createWork(db, caller, input),
})
