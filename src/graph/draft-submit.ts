import { runCommand } from '#app/command.ts'
import { refuseTooMany, type Submitted, submitDrafts } from '#app/submit-drafts.ts'
import { suggestArcs } from '#app/suggest-arcs.ts'
import { withdrawDraft } from '#app/withdraw-draft.ts'
import { loadTimeline } from '#db/timelines.ts'
import {
  AmbiguousAliasError,
  BulkFailedError,
  InvalidTransitionError,
  LimitExceededError,
  RevisionConflictError,
  SourceMismatchError,
} from '#domain/errors.ts'
import { builder } from './builder.ts'
import { EntityDraftInput } from './draft-input.ts'
import { DraftItemResult } from './draft-item-result.ts'
import { EntityDraft } from './entity-draft.ts'
import { BulkPolicy } from './enums.ts'
import { commonErrors } from './errors.ts'
import { rowId, workIdOf } from './global-id.ts'
import { mutation } from './mutation.ts'
import { entityTypeNodes } from './node-types.ts'
import { idempotencyKey, numberedAt, ofWork, revisionOf } from './shared-input.ts'
import { toDraftInput } from './to-draft-input.ts'

const EntityDraftsSubmitInput = builder.inputType('EntityDraftsSubmitInput', {
  description: '1..250 proposed changes; they can refer to each other by label.',
  fields: (t) => ({
    idempotencyKey: t.field(idempotencyKey),
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

const ArcsSuggestInput = builder.inputType('ArcsSuggestInput', {
  description: 'Whose arcs lack an entrance or an ending; at most 250 in all.',
  fields: (t) => ({
    idempotencyKey: t.field(idempotencyKey),
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
