import { runCommand } from '#app/command.ts'
import { type DecidedDrafts, decideDrafts } from '#app/decide-drafts.ts'
import { type Edited, editEntity, unwrapped } from '#app/edit-entity.ts'
import type { DecideItem } from '#app/load-decidable.ts'
import { scanMentions } from '#app/scan-mentions.ts'
import { refuseTooMany, type Submitted, submitDrafts } from '#app/submit-drafts.ts'
import { suggestArcs } from '#app/suggest-arcs.ts'
import { withdrawDraft } from '#app/withdraw-draft.ts'
import { loadTimeline } from '#db/timelines.ts'
import type { Work as WorkValue } from '#db/works.ts'
import {
  AmbiguousAliasError,
  BulkFailedError,
  GateFailedError,
  InvalidTransitionError,
  LimitExceededError,
  RevisionConflictError,
  SourceMismatchError,
} from '#domain/errors.ts'
import { RevisionNotFoundError } from '#domain/story-time.ts'
import { builder } from './builder.ts'
import { Decision, decisionOf } from './decision.ts'
import { DraftChangeInput, EntityDraftInput, toChange, toDraftInput } from './draft-input.ts'
import { DraftItemResult } from './draft-item-result.ts'
import { Entity } from './entity.ts'
import { EntityDraft } from './entity-draft.ts'
import { BulkPolicy } from './enums.ts'
import { commonErrors } from './errors.ts'
import { rowId, workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'
import { entityTypeNodes } from './node-types.ts'

const key = {
  type: 'IdempotencyKey',
  required: true,
  description: 'Makes a repeated call harmless.',
} as const
const ofWork = { required: true, description: 'The work.' } as const
const numberedAt = {
  description:
    'Canon revision at which the caller read the chapter numbers used here; null = the current one.',
}

const EntityDraftsSubmitInput = builder.inputType('EntityDraftsSubmitInput', {
  description: '1..250 proposed changes; they can refer to each other by label.',
  fields: (t) => ({
    idempotencyKey: t.field(key),
    workId: t.id(ofWork),
    numberedAt: t.int(numberedAt),
    drafts: t.field({ type: [EntityDraftInput], required: true, description: 'The changes.' }),
    policy: t.field({
      type: BulkPolicy,
      defaultValue: 'ATOMIC',
      description: 'What one failed item means.',
    }),
  }),
})

const EntityDraftsSubmitSuccess = builder
  .objectRef<Submitted & { readonly workId: number }>('EntityDraftsSubmitSuccess')
  .implement({
    description: 'The drafts wait for a person.',
    fields: (t) => ({
      items: t.field({
        type: [DraftItemResult],
        description: 'In input order.',
        resolve: ({ items }) => [...items],
      }),
      changesetId: t.id({
        description: 'List them with `DraftFilter.changesetId`.',
        resolve: ({ workId, changesetId }) => `Changeset_${workId}_${changesetId}`,
      }),
      submitted: t.int({
        description: 'Items stored.',
        resolve: ({ items }) => items.filter(({ errors }) => errors.length === 0).length,
      }),
      failed: t.int({
        description: 'Items refused.',
        resolve: ({ items }) => items.filter(({ errors }) => errors.length > 0).length,
      }),
    }),
  })

mutation('entityDraftsSubmit', {
  capability: 'PROPOSE',
  description: 'Submit 1..250 proposed canon changes as drafts. Nothing canonical changes.',
  input: EntityDraftsSubmitInput,
  success: EntityDraftsSubmitSuccess,
  errors: [
    BulkFailedError,
    AmbiguousAliasError,
    SourceMismatchError,
    LimitExceededError,
    ...commonErrors,
  ],
  resolve: async (input, { db, caller }) => {
    const workId = workIdOf(input.workId, ['workId'])
    refuseTooMany(input.drafts.length)
    const drafts = input.drafts.map(toDraftInput)
    const command = {
      caller,
      name: 'entityDraftsSubmit',
      workId,
      input,
      idempotencyKey: input.idempotencyKey,
    }
    const submitted = await runCommand(db, command, async (on) =>
      submitDrafts(on, {
        origin: caller.kind === 'AGENT' ? 'AGENT' : 'AUTHOR',
        drafts,
        policy: input.policy ?? 'ATOMIC',
        timeline: await loadTimeline(on.tx, on.work, revisionOf(on.work, input.numberedAt)),
      }),
    )
    return { ...submitted, workId }
  },
})

/** The revision in whose order chapter numbers are meant. */
function revisionOf(work: WorkValue, numberedAt: number | null | undefined): number {
  if (numberedAt == null) return work.canonRevision
  if (numberedAt < 0 || numberedAt > work.canonRevision)
    throw new RevisionNotFoundError(numberedAt, work.canonRevision)
  return numberedAt
}

const ArcsSuggestInput = builder.inputType('ArcsSuggestInput', {
  description: 'Whose arcs lack an entrance or an ending; at most 250 in all.',
  fields: (t) => ({
    idempotencyKey: t.field(key),
    workId: t.id(ofWork),
    entityIds: t.idList({ description: 'Canonical entities.' }),
    draftIds: t.idList({ description: 'Pending drafts that create.' }),
    finished: t.boolean({
      defaultValue: false,
      description: 'The book is finished: propose endings from last mentions too.',
    }),
  }),
})

mutation('arcsSuggest', {
  capability: 'PROPOSE',
  description:
    'Propose entrances and, of a finished book, endings from first and last mentions, as drafts with the quoted sentences as sources. A pending CREATE gets a new version.',
  input: ArcsSuggestInput,
  success: EntityDraftsSubmitSuccess,
  errors: [LimitExceededError, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const workId = workIdOf(input.workId, ['workId'])
    const entityIds = (input.entityIds ?? []).map(
      (id) => rowId(id, entityTypeNodes, ['entityIds']).id,
    )
    const draftIds = (input.draftIds ?? []).map((id) => rowId(id, ['EntityDraft'], ['draftIds']).id)
    refuseTooMany(entityIds.length + draftIds.length)
    const command = {
      caller,
      name: 'arcsSuggest',
      workId,
      input,
      idempotencyKey: input.idempotencyKey,
    }
    const suggested = await runCommand(db, command, (on) =>
      suggestArcs(on, { entityIds, draftIds, finished: input.finished ?? false }),
    )
    return { ...suggested, workId }
  },
})

const EntityDraftWithdrawInput = builder.inputType('EntityDraftWithdrawInput', {
  description: "One of the caller's own drafts.",
  fields: (t) => ({
    draftId: t.id({ required: true, description: 'The draft.' }),
    expectedVersion: t.int({ required: true, description: 'Version that the caller read.' }),
  }),
})

interface DraftOf {
  readonly workId: number
  readonly draftId: number
}

const EntityDraftWithdrawSuccess = builder
  .objectRef<DraftOf>('EntityDraftWithdrawSuccess')
  .implement({
    description: 'The draft is taken back.',
    fields: (t) => ({
      draft: t.field({
        type: EntityDraft,
        nullable: true,
        description: 'It.',
        resolve: ({ workId, draftId }, _args, { loaders }) =>
          loaders.drafts.load({ workId, id: draftId }),
      }),
    }),
  })

mutation('entityDraftWithdraw', {
  capability: 'PROPOSE',
  description: "Take back one's own pending draft.",
  input: EntityDraftWithdrawInput,
  success: EntityDraftWithdrawSuccess,
  errors: [RevisionConflictError, InvalidTransitionError, ...commonErrors],
  resolve: async (input, { db, caller }) => {
    const { workId, id } = rowId(input.draftId, ['EntityDraft'], ['draftId'])
    const { expectedVersion } = input
    const command = { caller, name: 'entityDraftWithdraw', workId, input }
    await runCommand(db, command, (on) => withdrawDraft(on, { draftId: id, expectedVersion }))
    return { workId, draftId: id }
  },
})

const vouch = {
  description:
    "The person's own words for what has no text evidence; they become a setting note and the source.",
}

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
    idempotencyKey: t.field(key),
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

const decideErrors = [
  RevisionConflictError,
  InvalidTransitionError,
  GateFailedError,
  AmbiguousAliasError,
  SourceMismatchError,
] as const

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
    idempotencyKey: t.field(key),
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

const EntityEditInput = builder.inputType('EntityEditInput', {
  description: 'One change, submitted and confirmed by a person.',
  fields: (t) => ({
    idempotencyKey: t.field(key),
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
