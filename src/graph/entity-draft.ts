import { dependenciesOf } from '#app/draft-dependencies.ts'
import { readGateReport } from '#app/read-gate-report.ts'
import { countDrafts, listDrafts } from '#db/draft-lists.ts'
import type { EntityDraft as DraftValue } from '#db/entity-drafts.ts'
import { bandOf } from '#domain/draft/confidence.ts'
import { Actor, actorOf } from './actor.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import { Decision, decisionOf } from './decision.ts'
import { DraftItemResult } from './draft-item-result.ts'
import { Entity } from './entity.ts'
import { EntityProposal } from './entity-proposal.ts'
import { ConfidenceBand, DraftOperation, DraftOrigin, DraftStatus, EntityType } from './enums.ts'
import { GateReport } from './gate-report.ts'
import { localOf, parseLocal, rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import { UserError } from './user-error.ts'
import { Work, workOf } from './work.ts'

export const EntityDraft = builder.objectRef<DraftValue>('EntityDraft')

builder.node(EntityDraft, {
  description: 'A proposed change of the canon (Shadow). No canon view leads to it.',
  isTypeOf: (value) =>
    typeof value === 'object' && value !== null && 'changesetId' in value && 'proposal' in value,
  id: { description: 'Opaque and lasting.', resolve: localOf },
  loadOne: (id, { loaders }) => {
    const row = parseLocal(id)
    return row && loaders.drafts.load(row)
  },
  fields: (t) => ({
    work: t.field({
      type: Work,
      description: 'Its work.',
      resolve: ({ workId }, _args, context) => workOf(workId, context),
    }),
    type: t.field({
      type: EntityType,
      description: 'Type of its entity.',
      resolve: ({ type }) => type,
    }),
    operation: t.field({
      type: DraftOperation,
      description: 'What it would do.',
      resolve: ({ operation }) => operation,
    }),
    status: t.field({
      type: DraftStatus,
      description: 'What became of it.',
      resolve: ({ status }) => status,
    }),
    origin: t.field({
      type: DraftOrigin,
      description: 'Where it came from.',
      resolve: ({ origin }) => origin,
    }),
    version: t.exposeInt('version', {
      description: 'Optimistic lock; a decision names the version that was read.',
    }),
    changesetId: t.id({
      description: 'The same for all drafts submitted together.',
      resolve: ({ workId, changesetId }) => `Changeset_${workId}_${changesetId}`,
    }),
    label: t.exposeString('label', { nullable: true, description: "The submitter's label." }),
    dependsOn: t.field({
      type: [EntityDraft],
      description: 'Drafts of the changeset that this one refers to.',
      resolve: async (draft, _args, { loaders }) => {
        const { workId, changesetId } = draft
        return dependenciesOf(draft, await loaders.siblingDrafts.load({ workId, id: changesetId }))
      },
    }),
    target: t.field({
      type: Entity,
      description: 'The entity; of a CREATE the reserved one, with status DRAFT.',
      resolve: async ({ workId, entityId }, _args, { loaders }) => {
        const entity = await loaders.entities.load({ workId, id: entityId })
        if (!entity) throw new Error(`There is no entity ${entityId}.`)
        return entity
      },
    }),
    baseRevision: t.exposeInt('baseRevision', {
      description: 'Revision of the target it was made from; 0 = none yet.',
    }),
    proposal: t.field({
      type: EntityProposal,
      description: "The proposer's text.",
      resolve: ({ workId, entityId, type, proposal }) => ({ workId, entityId, type, proposal }),
    }),
    confirmedProposal: t.field({
      type: EntityProposal,
      nullable: true,
      description: 'What the person made of it, where it was edited.',
      resolve: ({ workId, entityId, type, confirmedProposal: proposal }) =>
        proposal ? { workId, entityId, type, proposal } : null,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why, in the words of the proposer.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: true,
      description: '0..1, where a machine proposed.',
    }),
    band: t.field({
      type: ConfidenceBand,
      nullable: true,
      description: 'What the confidence means.',
      resolve: ({ confidence }) => (confidence === undefined ? null : bandOf(confidence)),
    }),
    provenance: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Import file hash and row; provenance, never a source.',
      resolve: ({ provenance }) => provenance ?? null,
    }),
    submittedBy: t.field({
      type: Actor,
      description: 'Who proposed it.',
      resolve: ({ submittedBy }, _args, context) => actorOf(submittedBy, context),
    }),
    submittedAt: t.expose('submittedAt', { type: 'DateTime', description: 'When.' }),
    supersedes: t.field({
      type: [EntityDraft],
      description: 'Drafts that this one took the place of, newest first.',
      resolve: async ({ workId, id }, _args, { loaders }) => [
        ...(await loaders.replacedDrafts.load({ workId, id })),
      ],
    }),
    decision: t.field({
      type: Decision,
      nullable: true,
      description: 'The decision that ended it.',
      resolve: ({ workId, decisionId }, _args, context) =>
        decisionId === undefined ? null : decisionOf({ workId, id: decisionId }, context),
    }),
    gateReport: t.field({
      type: GateReport,
      directives: { cost: { weight: 5 } },
      description:
        'What confirming would be checked for, evaluated now and without vouching words.',
      resolve: async (draft, _args, context) =>
        readGateReport(context.db, await workOf(draft.workId, context), {
          draft,
          now: context.caller.now(),
        }),
    }),
  }),
})

DraftItemResult.implement({
  description: 'Outcome of one item of a bulk call, in input order.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index in the call.' }),
    label: t.exposeString('label', { nullable: true, description: "The caller's label." }),
    draft: t.field({
      type: EntityDraft,
      nullable: true,
      description: 'The draft; null where none was stored.',
      resolve: ({ workId, draftId }, _args, { loaders }) =>
        draftId === undefined ? null : loaders.drafts.load({ workId, id: draftId }),
    }),
    entity: t.field({
      type: Entity,
      nullable: true,
      description: 'Its entity as it is after the call.',
      resolve: ({ workId, entityId }, _args, { loaders }) =>
        entityId === undefined ? null : loaders.entities.load({ workId, id: entityId }),
    }),
    errors: t.field({
      type: [UserError],
      description: 'Why it failed; empty where it did not.',
      resolve: ({ errors }) => [...errors],
    }),
  }),
})

const DraftFilterInput = builder.inputType('DraftFilter', {
  description: 'Which drafts are meant.',
  fields: (t) => ({
    statuses: t.field({
      type: [DraftStatus],
      defaultValue: ['PENDING'],
      description: 'In these states.',
    }),
    types: t.field({ type: [EntityType], description: 'Of these types.' }),
    operations: t.field({ type: [DraftOperation], description: 'That would do this.' }),
    origins: t.field({ type: [DraftOrigin], description: 'From there.' }),
    targetId: t.id({ description: 'Of this entity.' }),
    changesetId: t.id({ description: 'Submitted together.' }),
  }),
})

builder.objectField(Work, 'drafts', (t) =>
  t.connection(
    {
      type: EntityDraft,
      description: 'Drafts in the order in which they were submitted.',
      args: {
        filter: t.arg({
          type: DraftFilterInput,
          description: 'Which ones; pending ones where absent.',
        }),
      },
      resolve: ({ id }, { filter, ...args }, { db }) => {
        const wanted = {
          statuses: filter?.statuses ?? ['PENDING'],
          types: filter?.types ?? undefined,
          operations: filter?.operations ?? undefined,
          origins: filter?.origins ?? undefined,
          entityId:
            filter?.targetId == null
              ? undefined
              : rowId(filter.targetId, entityTypeNodes, ['filter', 'targetId']).id,
          changesetId:
            filter?.changesetId == null
              ? undefined
              : rowId(filter.changesetId, ['Changeset'], ['filter', 'changesetId']).id,
        }
        return keyset<DraftValue>({
          list: 'drafts',
          args,
          keyOf: ({ id: draftId }) => draftId,
          load: (page) => listDrafts(db, id, { filter: wanted, page }),
          count: () => countDrafts(db, id, wanted),
        })
      },
    },
    ...connectionOf('EntityDraft', 'Drafts'),
  ),
)

builder.interfaceField(Entity, 'pendingDrafts', (t) =>
  t.field({
    type: [EntityDraft],
    description: 'Drafts about it that wait for a person.',
    resolve: async ({ workId, id }, _args, { loaders }) => [
      ...(await loaders.pendingDrafts.load({ workId, id })),
    ],
  }),
)
