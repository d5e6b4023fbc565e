import { runCommand } from '#app/command.ts'
import { type Edited, editEntity } from '#app/edit-entity.ts'
import { scanMentions } from '#app/scan-mentions.ts'
import { loadTimeline } from '#db/timelines.ts'
import { builder } from './builder.ts'
import { Decision, decisionOf } from './decision.ts'
import { DraftChangeInput } from './draft-input.ts'
import { Entity } from './entity.ts'
import { EntityDraft } from './entity-draft.ts'
import { commonErrors } from './errors.ts'
import { workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'
import {
  decideErrors,
  idempotencyKey,
  numberedAt,
  ofWork,
  revisionOf,
  vouch,
} from './shared-input.ts'
import { toChange } from './to-draft-input.ts'

const EntityEditInput = builder.inputType('EntityEditInput', {
  description: 'One change, submitted and confirmed by a person.',
  fields: (t) => ({
    idempotencyKey: t.field(idempotencyKey),
    workId: t.id(ofWork),
    change: t.field({ type: DraftChangeInput, required: true, description: 'What changes.' }),
    numberedAt: t.int(numberedAt),
    note: t.string({ description: 'Why.' }),
    vouch: t.string(vouch),
  }),
})

type EditedIn = Edited & { readonly workId: number }

const EntityEditSuccess = builder.objectRef<EditedIn>('EntityEditSuccess').implement({
  description: 'The change is canon; its draft and decision are kept like any other.',
  fields: (t) => ({
    entity: t.field({
      type: Entity,
      nullable: true,
      description: 'The entity after it.',
      resolve: ({ workId, entityId }, _args, { loaders }) =>
        loaders.entities.load({ workId, id: entityId }),
    }),
    draft: t.field({
      type: EntityDraft,
      nullable: true,
      description: 'Its draft.',
      resolve: ({ workId, draftId }, _args, { loaders }) =>
        loaders.drafts.load({ workId, id: draftId }),
    }),
    canonRevision: t.exposeInt('canonRevision', { description: 'Canon revision it made.' }),
    decision: t.field({
      type: Decision,
      description: 'The decision.',
      resolve: ({ workId, decisionId }, _args, context) =>
        decisionOf({ workId, id: decisionId }, context),
    }),
  }),
})

mutation('entityEdit', {
  capability: 'DECIDE',
  description: 'Submit and confirm one change in one call, through the same gates.',
  input: EntityEditInput,
  success: EntityEditSuccess,
  errors: [...decideErrors, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const workId = workIdOf(input.workId, ['workId'])
    const change = toChange(input.change)
    const command = {
      caller,
      name: 'entityEdit',
      workId,
      input,
      idempotencyKey: input.idempotencyKey,
    }
    const edited = await runCommand(db, command, async (on) => {
      const timeline = await loadTimeline(on.tx, on.work, revisionOf(on.work, input.numberedAt))
      return editEntity(on, { change, timeline, note: input.note, vouch: input.vouch })
    })
    await scanMentions(db, workId)
    return { ...edited, workId }
  },
})
