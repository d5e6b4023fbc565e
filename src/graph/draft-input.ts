import { builder } from './builder.ts'
import { ChapterRangeInput } from './coordinates.ts'
import { EntityRefInput } from './entity-ref-input.ts'
import { EntityTier } from './enums.ts'
import { EntityFactsInput } from './facts-input.ts'
import { FieldOpInput } from './op-input.ts'
import {
  AliasInput,
  EvolutionStepInput,
  FieldDoubtInput,
  PlannedArcInput,
  SourceInput,
} from './proposal-parts-input.ts'

export const EntityProposalInput = builder.inputType('EntityProposalInput', {
  description:
    'A new entity. CHANGING facts begin where `validity` begins, LASTING ones where their evidence stands.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    key: t.string({
      description:
        'Suggested key; the server makes a pinyin key where absent and appends _1, _2 … on a clash.',
    }),
    tier: t.field({
      type: EntityTier,
      defaultValue: 'DECORATIVE',
      description: "The author's judgement of weight.",
    }),
    aliases: t.field({
      type: [AliasInput],
      description: 'Other names; the name itself is one by itself.',
    }),
    validity: t.field({
      type: ChapterRangeInput,
      description: 'When it is part of the story; null = always.',
    }),
    facts: t.field({
      type: EntityFactsInput,
      required: true,
      description: 'Its type and what is known.',
    }),
    evolution: t.field({ type: [EvolutionStepInput], description: 'What happened so far.' }),
    plannedArc: t.field({ type: PlannedArcInput, description: 'What is meant to happen.' }),
    sources: t.field({
      type: [SourceInput],
      required: true,
      description: 'What proves all of it; may be empty, then a person must vouch when deciding.',
    }),
  }),
})

export const EntityReviseInput = builder.inputType('EntityReviseInput', {
  description: 'Changes of an entity. Nothing that is not named changes.',
  fields: (t) => ({
    target: t.field({ type: EntityRefInput, required: true, description: 'Which entity.' }),
    baseRevision: t.int({
      required: true,
      description: 'Its revision that the proposer read; 0 for one created in the same call.',
    }),
    ops: t.field({
      type: [FieldOpInput],
      required: true,
      description: 'In the order of the text; may be empty.',
    }),
    validity: t.field({
      type: ChapterRangeInput,
      description: 'Replaces when it is part of the story.',
    }),
    tier: t.field({ type: EntityTier, description: 'Replaces the tier.' }),
    evolution: t.field({ type: [EvolutionStepInput], description: 'Steps to append.' }),
    plannedArc: t.field({ type: PlannedArcInput, description: 'Replaces the arc.' }),
    doubts: t.field({ type: [FieldDoubtInput], description: 'Replaces the doubts.' }),
    sources: t.field({
      type: [SourceInput],
      required: true,
      description: 'Of every op that names none of its own.',
    }),
    reason: t.string({ description: 'Why, in words.' }),
  }),
})

export const AliasAddInput = builder.inputType('AliasAddInput', {
  description: 'One more name of an entity.',
  fields: (t) => ({
    target: t.field({ type: EntityRefInput, required: true, description: 'Which entity.' }),
    baseRevision: t.int({
      required: true,
      description: 'Its revision that the proposer read; 0 for one created in the same call.',
    }),
    alias: t.field({ type: AliasInput, required: true, description: 'The name.' }),
    reason: t.string({ description: 'Why, in words.' }),
  }),
})

export const DraftChangeInput = builder.inputType('DraftChangeInput', {
  description: 'What a draft would do; exactly one is set.',
  isOneOf: true,
  fields: (t) => ({
    create: t.field({ type: EntityProposalInput, description: 'A new entity.' }),
    revise: t.field({ type: EntityReviseInput, description: 'Changes of an entity.' }),
    addAlias: t.field({ type: AliasAddInput, description: 'One more name.' }),
  }),
})

export const EntityDraftInput = builder.inputType('EntityDraftInput', {
  description: 'One proposed change.',
  fields: (t) => ({
    label: t.string({
      description: "Caller's own label: echoed in results, and a name for others of the call.",
    }),
    change: t.field({ type: DraftChangeInput, required: true, description: 'What would change.' }),
    confidence: t.float({ description: '0..1, where a machine proposes.' }),
    replacesDraftId: t.id({ description: 'An older pending draft that this one supersedes.' }),
  }),
})
