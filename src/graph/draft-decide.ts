import { runCommand } from '#app/command.ts'
import { type DecidedDrafts, decideDrafts } from '#app/decide-drafts.ts'
import { unwrapped } from '#app/edit-entity.ts'
import type { DecideItem } from '#app/load-decidable.ts'
import { scanMentions } from '#app/scan-mentions.ts'
import { refuseTooMany } from '#app/submit-drafts.ts'
import { BulkFailedError, LimitExceededError } from '#domain/errors.ts'
import { builder } from './builder.ts'
import { Decision, decisionOf } from './decision.ts'
import { DraftChangeInput } from './draft-input.ts'
import { DraftItemResult } from './draft-item-result.ts'
import { Entity } from './entity.ts'
import { EntityDraft } from './entity-draft.ts'
import { BulkPolicy } from './enums.ts'
import { commonErrors } from './errors.ts'
import { rowId, workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'
import { decideErrors, idempotencyKey, ofWork, vouch } from './shared-input.ts'
import { toChange } from './to-draft-input.ts'

const ConfirmInput = builder.inputType('ConfirmInput', {
  description: 'Confirm as proposed.',
  fields: (t) => ({
    note: t.string({ description: 'Why.' }),
    vouch: t.string(vouch),
    endingDirection: t.string({ description: 'Declared ending, for an arc that has none.' }),
  }),
})

const EditAndConfirmInput = builder.inputType('EditAndConfirmInput', {
  description: "Confirm with changes; the proposer's text is kept.",
  fields: (t) => ({
    change: t.field({
      type: DraftChangeInput,
      required: true,
      description: 'The whole change as it shall be; same operation, same entity.',
    }),
    note: t.string({ description: 'Why.' }),
    vouch: t.string(vouch),
  }),
})

const IgnoreInput = builder.inputType('IgnoreInput', {
  description: 'Decline.',
  fields: (t) => ({ reason: t.string({ required: true, description: 'Why.' }) }),
})

const DraftDecisionInput = builder.inputType('DraftDecisionInput', {
  description: 'What a person decides; exactly one is set.',
  isOneOf: true,
  fields: (t) => ({
    confirm: t.field({ type: ConfirmInput, description: 'Confirm as proposed.' }),
    editAndConfirm: t.field({ type: EditAndConfirmInput, description: 'Confirm with changes.' }),
    ignore: t.field({ type: IgnoreInput, description: 'Decline.' }),
  }),
})

const DraftDecisionItemInput = builder.inputType('DraftDecisionItemInput', {
  description: 'One draft and what is decided about it.',
  fields: (t) => ({
    draftId: t.id({ required: true, description: 'The draft.' }),
    expectedVersion: t.int({ required: true, description: 'Version that the person read.' }),
    expectedTargetRevision: t.int({
      description: 'Revision of the entity that the person read; not asked of drafts that create.',
    }),
    decision: t.field({
      type: DraftDecisionInput,
      required: true,
      description: 'Confirm, edit or ignore.',
    }),
  }),
})

function toItem({
  draftId,
  decision,
  ...item
}: typeof DraftDecisionItemInput.$inferInput): DecideItem {
  const { confirm, editAndConfirm, ignore } = decision
  const edit = editAndConfirm && { ...editAndConfirm, change: toChange(editAndConfirm.change) }
  return {
    ...item,
    draftId: rowId(draftId, ['EntityDraft'], ['draftId']).id,
    decision: { confirm, editAndConfirm: edit, ignore },
  }
}

const EntityDraftDecideInput = builder.inputType('EntityDraftDecideInput', {
  description: 'One decision.',
  fields: (t) => ({
    idempotencyKey: t.field(idempotencyKey),
    item: t.field({
      type: DraftDecisionItemInput,
      required: true,
      description: 'The draft and the decision.',
    }),
  }),
})

type DecidedOne = DecidedDrafts & { readonly workId: number }

const EntityDraftDecideSuccess = builder
  .objectRef<DecidedOne>('EntityDraftDecideSuccess')
  .implement({
    description: 'Decided.',
    fields: (t) => ({
      draft: t.field({
        type: EntityDraft,
        nullable: true,
        description: 'The draft after the decision.',
        resolve: ({ workId, items }, _args, { loaders }) =>
          loaders.drafts.load({ workId, id: items[0]?.draftId ?? 0 }),
      }),
      entity: t.field({
        type: Entity,
        nullable: true,
        description: 'The entity after the decision.',
        resolve: ({ workId, items }, _args, { loaders }) =>
          loaders.entities.load({ workId, id: items[0]?.entityId ?? 0 }),
      }),
      canonRevision: t.exposeInt('canonRevision', {
        description: 'Canon revision after the decision.',
      }),
      decision: t.field({
        type: Decision,
        description: 'The decision.',
        resolve: async ({ workId, items }, _args, context) => {
          const draft = await context.loaders.drafts.load({ workId, id: items[0]?.draftId ?? 0 })
          return decisionOf({ workId, id: draft?.decisionId ?? 0 }, context)
        },
      }),
    }),
  })

mutation('entityDraftDecide', {
  capability: 'DECIDE',
  description:
    'Confirm, edit-and-confirm or ignore one draft: with `entityDraftsDecide` and `entityEdit` the only door to entity rows.',
  input: EntityDraftDecideInput,
  success: EntityDraftDecideSuccess,
  errors: [...decideErrors, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const { workId } = rowId(input.item.draftId, ['EntityDraft'], ['item', 'draftId'])
    const item = toItem(input.item)
    const command = {
      caller,
      name: 'entityDraftDecide',
      workId,
      input,
      idempotencyKey: input.idempotencyKey,
    }
    const decided = await unwrapped(() =>
      runCommand(db, command, (on) => decideDrafts(on, { items: [item], policy: 'ATOMIC' })),
    )
    await scanMentions(db, workId)
    return { ...decided, workId }
  },
})

const EntityDraftsDecideInput = builder.inputType('EntityDraftsDecideInput', {
  description: '1..250 decisions in one, with one canon revision.',
  fields: (t) => ({
    idempotencyKey: t.field(idempotencyKey),
    workId: t.id(ofWork),
    items: t.field({
      type: [DraftDecisionItemInput],
      required: true,
      description: 'The drafts and the decisions.',
    }),
    policy: t.field({
      type: BulkPolicy,
      defaultValue: 'ATOMIC',
      description: 'What one failed item means.',
    }),
    vouch: t.string({
      description:
        'For every confirmed item without a vouch of its own; one setting note serves all.',
    }),
    endingDirection: t.string({ description: 'For every confirmed item whose arc has no ending.' }),
  }),
})

const EntityDraftsDecideSuccess = builder
  .objectRef<DecidedDrafts>('EntityDraftsDecideSuccess')
  .implement({
    description: 'Decided, as far as the policy let it.',
    fields: (t) => ({
      items: t.field({
        type: [DraftItemResult],
        description: 'In input order.',
        resolve: ({ items }) => [...items],
      }),
      decided: t.int({
        description: 'Items decided.',
        resolve: ({ items }) => items.filter(({ errors }) => errors.length === 0).length,
      }),
      failed: t.int({
        description: 'Items refused.',
        resolve: ({ items }) => items.filter(({ errors }) => errors.length > 0).length,
      }),
      canonRevision: t.exposeInt('canonRevision', {
        description: 'Canon revision after the call.',
      }),
    }),
  })

mutation('entityDraftsDecide', {
  capability: 'DECIDE',
  description: 'Decide 1..250 drafts in one call.',
  input: EntityDraftsDecideInput,
  success: EntityDraftsDecideSuccess,
  errors: [BulkFailedError, LimitExceededError, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const workId = workIdOf(input.workId, ['workId'])
    refuseTooMany(input.items.length)
    const items = input.items.map(toItem)
    const { vouch: words, endingDirection } = input
    const command = {
      caller,
      name: 'entityDraftsDecide',
      workId,
      input,
      idempotencyKey: input.idempotencyKey,
    }
    const decided = await runCommand(db, command, (on) =>
      decideDrafts(on, { items, policy: input.policy ?? 'ATOMIC', vouch: words, endingDirection }),
    )
    await scanMentions(db, workId)
    return decided
  },
})
