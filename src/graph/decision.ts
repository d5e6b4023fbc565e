import type { DecisionKind as DecisionKindName, Decision as DecisionValue } from '#db/decisions.ts'
import { Actor, actorOf } from './actor.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { DecisionKind } from './enums.ts'
import { globalId, type LocalId, localOf, parseLocal } from './global-id.ts'

export const Decision = builder.objectRef<DecisionValue>('Decision')

builder.node(Decision, {
  description: "A person's act. Nothing is deleted by it.",
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'decidedAt' in value,
  id: { description: 'Opaque and lasting.', resolve: localOf },
  loadOne: (id, { loaders }) => {
    const row = parseLocal(id)
    return row && loaders.decisions.load(row)
  },
  fields: (t) => ({
    kind: t.field({
      type: DecisionKind,
      description: 'What was decided.',
      resolve: ({ kind }) => kind as DecisionKindName,
    }),
    decidedBy: t.field({
      type: Actor,
      description: 'Always of kind USER.',
      resolve: ({ actorId }, _args, context) => actorOf(actorId, context),
    }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', description: 'When.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Why, in the words of the person.',
    }),
    canonRevision: t.exposeInt('canonRevision', {
      nullable: true,
      description: 'Revision it made; null where it left the canon as it was.',
    }),
    vouchNoteId: t.id({
      nullable: true,
      description: 'Setting note that holds the words in which the person vouched.',
      resolve: ({ workId, vouchNoteId }) =>
        vouchNoteId === undefined ? null : globalId('SettingNote', { workId, id: vouchNoteId }),
    }),
  }),
})

/** The decision behind a canonical row; every one has one. */
export async function decisionOf(row: LocalId, { loaders }: Context): Promise<DecisionValue> {
  const decision = await loaders.decisions.load(row)
  if (!decision) throw new Error(`There is no decision ${row.id}.`)
  return decision
}
