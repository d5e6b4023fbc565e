import type { Proposal } from '#domain/draft/proposal.ts'
import { toPositions } from '#domain/draft/rows.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import type { ChapterIdRange } from '#domain/story-time.ts'
import { Alias } from './alias.ts'
import { wholeBook } from './authoring.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { ChapterRange } from './coordinates.ts'
import { EntityFacts, FieldDoubt } from './entity-facts.ts'
import { EntityTier } from './enums.ts'
import { EvolutionStep } from './evolution-step.ts'
import { PlannedArc } from './planned-arc.ts'
import { SourceRef } from './source-ref.ts'

interface ProposalValue {
  readonly workId: number
  readonly entityId: number
  readonly type: EntityTypeName
  readonly proposal: Proposal
}

interface OpValue extends Omit<ProposalValue, 'proposal'> {
  readonly op: Extract<Proposal, { operation: 'REVISE' }>['ops'][number]
}

const ProposedOp = builder.objectRef<OpValue>('ProposedOp').implement({
  description: 'One proposed change of one field.',
  fields: (t) => ({
    field: t.string({ description: 'The field.', resolve: ({ op }) => op.field }),
    op: t.string({ description: 'SET, UNSET, ADD or REMOVE.', resolve: ({ op }) => op.op }),
    value: t.field({
      type: EntityFacts,
      nullable: true,
      description: 'The value, as the field of its type; null for UNSET.',
      resolve: ({ op, ...of }) => {
        if (op.value === undefined) return null
        const isMember = op.op === 'ADD' || op.op === 'REMOVE'
        const values = { [op.field]: isMember ? [op.value] : op.value }
        return { ...of, at: undefined, values, doubts: [], ends: undefined }
      },
    }),
    fromChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description:
        'First chapter it holds in; null = before the book, or where the evidence stands.',
      resolve: async ({ op, workId }, _args, { loaders }) => {
        if (op.from == null) return null
        const timeline = await loaders.timelines.load(workId)
        return timeline.numberAt(timeline.placeOfChapter(op.from)?.position ?? 0)
      },
    }),
    reason: t.string({
      nullable: true,
      description: 'Why, in words.',
      resolve: ({ op }) => op.reason,
    }),
    source: t.field({
      type: SourceRef,
      nullable: true,
      description: 'What proves it; null = the sources of the proposal.',
      resolve: async ({ op, workId }, _args, context) =>
        op.source === undefined
          ? null
          : ((await sourcesOf(workId, [op.source], context))[0] ?? null),
    }),
  }),
})

export const EntityProposal = builder.objectRef<ProposalValue>('EntityProposal').implement({
  description: 'What a draft proposes, as far as it says something.',
  fields: (t) => ({
    name: t.string({
      nullable: true,
      description: 'Name of a new entity.',
      resolve: ({ proposal }) => (proposal.operation === 'CREATE' ? proposal.name : null),
    }),
    tier: t.field({
      type: EntityTier,
      nullable: true,
      description: 'Proposed tier.',
      resolve: ({ proposal }) => (proposal.operation === 'ADD_ALIAS' ? null : proposal.tier),
    }),
    aliases: t.field({
      type: [Alias],
      description: 'Proposed names.',
      resolve: async ({ workId, proposal }, _args, { loaders }) => {
        const at = await wholeBook(loaders, workId)
        const aliases =
          proposal.operation === 'CREATE'
            ? proposal.aliases
            : proposal.operation === 'ADD_ALIAS'
              ? [proposal.alias]
              : []
        return aliases.map(({ source, range, ...alias }) => ({
          alias: { ...alias, range: toPositions(range, at.timeline), sourceId: source },
          at,
        }))
      },
    }),
    validity: t.field({
      type: ChapterRange,
      nullable: true,
      description: 'When it would be part of the story; null = unchanged.',
      resolve: ({ workId, proposal }, _args, context) =>
        proposal.operation === 'ADD_ALIAS' ? null : rangeOf(workId, proposal.range, context),
    }),
    facts: t.field({
      type: EntityFacts,
      nullable: true,
      description: 'Facts of a new entity.',
      resolve: ({ workId, entityId, type, proposal }) =>
        proposal.operation === 'CREATE'
          ? {
              workId,
              entityId,
              type,
              at: undefined,
              values: proposal.facts,
              doubts: proposal.doubts,
              ends: proposal.ends,
            }
          : null,
    }),
    ops: t.field({
      type: [ProposedOp],
      description: 'Changes of an entity, in the order of the text.',
      resolve: ({ proposal, ...of }) =>
        proposal.operation === 'REVISE' ? proposal.ops.map((op) => ({ ...of, op })) : [],
    }),
    doubts: t.field({
      type: [FieldDoubt],
      nullable: true,
      description: 'Doubts it would declare; null = unchanged.',
      resolve: ({ proposal }) =>
        proposal.operation === 'ADD_ALIAS' || !proposal.doubts ? null : [...proposal.doubts],
    }),
    extra: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What an import did not understand.',
      resolve: ({ proposal }) =>
        proposal.operation === 'CREATE' ? (proposal.extra ?? null) : null,
    }),
    evolution: t.field({
      type: [EvolutionStep],
      description: 'Steps it would add.',
      resolve: async ({ workId, proposal }, _args, { loaders }) => {
        if (proposal.operation === 'ADD_ALIAS') return []
        const at = await wholeBook(loaders, workId)
        return proposal.evolution.map(({ id, step, phase, chapterId, source }) => ({
          step: {
            id,
            step,
            phase,
            position: at.timeline.placeOfChapter(chapterId)?.position ?? 0,
            sourceId: source,
          },
          at,
        }))
      },
    }),
    plannedArc: t.field({
      type: PlannedArc,
      nullable: true,
      description: 'The arc it would set; null = unchanged.',
      resolve: async ({ workId, type, proposal }, _args, { loaders }) => {
        const arc = proposal.operation === 'ADD_ALIAS' ? undefined : proposal.arc
        if (!arc || !entityTypes[type].owesClosure) return null
        const timeline = await loaders.timelines.load(workId)
        const steps = arc.steps.map(({ window, ...step }) => ({
          ...step,
          window: window && toPositions(window, timeline),
        }))
        return { workId, timeline, revision: 0, endingDirection: arc.endingDirection, steps }
      },
    }),
    sources: t.field({
      type: [SourceRef],
      description: 'What proves it as a whole.',
      resolve: ({ workId, proposal }, _args, context) =>
        proposal.operation === 'ADD_ALIAS' ? [] : sourcesOf(workId, proposal.sources, context),
    }),
  }),
})

async function sourcesOf(workId: number, ids: readonly number[], { loaders }: Context) {
  const at = await wholeBook(loaders, workId)
  const sources = await Promise.all(ids.map((id) => loaders.sources.load({ at, id })))
  return sources.flatMap((source) => (source ? [{ source, at }] : []))
}

async function rangeOf(workId: number, range: ChapterIdRange | undefined, { loaders }: Context) {
  if (!range) return null
  const timeline = await loaders.timelines.load(workId)
  return { range: toPositions(range, timeline), timeline }
}
