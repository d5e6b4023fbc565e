import type { ChangeInput, DraftInput, OpInput } from '#domain/draft/input.ts'
import type { EntityType as EntityTypeSpec } from '#domain/entity-types/entity-type.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { Field, Shape } from '#domain/entity-types/field.ts'
import {
  eventParticipant,
  formOfAddress,
  powerRank,
  powerStanding,
} from '#domain/entity-types/records.ts'
import { proposableTypes } from '#domain/entity-types/registry.ts'
import { builder, camel } from './builder.ts'
import { ChapterRangeInput } from './coordinates.ts'
import { EntityRefInput, SetMemberInput } from './entity-ref-input.ts'
import { AliasKind, EntityTier, EvolutionPhase, enumsByValues, SourceKind } from './enums.ts'
import { rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import { recordInputs } from './records.ts'

const SourceInput = builder.inputType('SourceInput', {
  description:
    'Where something is backed; give blockId or settingNoteId. The server finds the quote at the place, recomputes the hash and refuses a mismatch. Without offsets the quote must stand there exactly once; of a note, null for the quote means the whole note.',
  fields: (t) => ({
    kind: t.field({ type: SourceKind, required: true, description: 'What it points to.' }),
    blockId: t.id({ description: 'Block of the text, for CANON_TEXT.' }),
    settingNoteId: t.id({ description: 'Note, for CONFIRMED_SETTING.' }),
    revision: t.int({ description: 'Revision of block or note; null = the current one.' }),
    startOffset: t.int({ description: 'Where the quote begins, in code points of the NFC text.' }),
    endOffset: t.int({ description: 'Where it ends; half-open.' }),
    quote: t.string({ description: 'The words.' }),
    contentSha256: t.field({
      type: 'Sha256',
      description: 'Hash of the text that was read; another one is refused.',
    }),
  }),
})

const AliasInput = builder.inputType('AliasInput', {
  description: 'A name.',
  fields: (t) => ({
    text: t.string({
      required: true,
      description: 'The name; pronouns and bare age-and-role nouns are refused.',
    }),
    kind: t.field({ type: AliasKind, defaultValue: 'NAME', description: 'What kind of name.' }),
    context: t.string({ description: 'Where it came from, e.g. 成为天云宗主后.' }),
    validity: t.field({
      type: ChapterRangeInput,
      description: 'When it is in use; null = as long as the entity.',
    }),
    source: t.field({
      type: SourceInput,
      description: 'What proves it; null = the sources of the proposal.',
    }),
    isPrimary: t.boolean({
      defaultValue: false,
      description: 'Shown as the name where several are in force.',
    }),
  }),
})

const EvolutionStepInput = builder.inputType('EvolutionStepInput', {
  description: 'A step that happened.',
  fields: (t) => ({
    chapter: t.field({
      type: 'ChapterNumber',
      required: true,
      description: '章. Where it happened.',
    }),
    step: t.string({ required: true, description: '台阶. What happened, in a few words.' }),
    phase: t.field({ type: EvolutionPhase, required: true, description: '周期.' }),
    source: t.field({
      type: SourceInput,
      description: 'What proves it; null = the sources of the proposal.',
    }),
  }),
})

const PlannedStepInput = builder.inputType('PlannedStepInput', {
  description: 'A step that is meant to happen.',
  fields: (t) => ({
    phase: t.field({ type: EvolutionPhase, required: true, description: '周期.' }),
    description: t.string({ required: true, description: 'What is planned.' }),
    window: t.field({ type: ChapterRangeInput, description: 'When.' }),
  }),
})

const PlannedArcInput = builder.inputType('PlannedArcInput', {
  description: '成长弧线.',
  fields: (t) => ({
    steps: t.field({ type: [PlannedStepInput], required: true, description: 'Planned steps.' }),
    endingDirection: t.string({ description: 'How it is meant to end, in words.' }),
  }),
})

const FieldDoubtInput = builder.inputType('FieldDoubtInput', {
  description: '字段存疑. Relieves a required field that has no basis; stays visible.',
  fields: (t) => ({
    path: t.string({ required: true, description: 'The field.' }),
    reason: t.string({ required: true, description: 'Why it is left open.' }),
  }),
})

/** Input type of one value of a shape. */
function inputOf(shape: Shape) {
  switch (shape.is) {
    case 'TEXT':
      return 'String' as const
    case 'NUMBER':
      return 'Float' as const
    case 'BOOLEAN':
      return 'Boolean' as const
    case 'ENUM':
      return enumsByValues.get(shape.values.join()) ?? ('String' as const)
    case 'REF':
      return EntityRefInput
    case 'WORDS_OR_REF':
      return SetMemberInput
    case 'RECORD':
      return recordInputs.get(shape.record) ?? ('String' as const)
  }
}

// The registry loop: one `<Type>FactsInput` a type. What the contract requires is nullable here, so that the domain can
// report every finding at once.
function factsInput(type: EntityTypeSpec) {
  return builder.inputType(`${type.typeName}FactsInput`, {
    description: `${type.label}. What is proposed of it.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(type.fields).map(
          ([name, { kind, shape, label, doc, level }]: [string, Field]) => {
            const one = inputOf(shape) as 'String'
            const description = `${label}. ${doc}${level === 'REQUIRED' ? ' Required, unless doubted.' : ''}`
            const many = kind === 'LIST' || kind === 'SET'
            return [
              name,
              many ? t.field({ type: [one], description }) : t.field({ type: one, description }),
            ]
          },
        ),
      ),
      ...(type.relates
        ? {
            source: t.field({
              type: EntityRefInput,
              description: 'The end that is the `kind` of the other.',
            }),
            target: t.field({ type: EntityRefInput, description: 'The other end.' }),
          }
        : {}),
      doubts: t.field({ type: [FieldDoubtInput], description: 'Fields left open on purpose.' }),
      extra: t.field({
        type: 'JSON',
        description: 'What an import did not understand, kept as it stands.',
      }),
    }),
  })
}

const EntityFactsInput = builder.inputType('EntityFactsInput', {
  description: 'The facts of the one type that is proposed.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      proposableTypes.map((type) => [
        camel(type.typeName),
        t.field({ type: factsInput(type), description: `${type.label}.` }),
      ]),
    ),
})

const records = [powerStanding, powerRank, eventParticipant, formOfAddress]

const FieldValueInput = builder.inputType('FieldValueInput', {
  description: 'A value, by the kind of the field; the registry refuses another kind.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Of TEXT and ENUM, or words of a set.' }),
    number: t.float({ description: 'Of NUMBER.' }),
    boolean: t.boolean({ description: 'Of BOOLEAN.' }),
    list: t.stringList({ description: 'Texts of a LIST or SET.' }),
    ref: t.field({ type: EntityRefInput, description: 'Of REF, or a member that is an entity.' }),
    refs: t.field({ type: [EntityRefInput], description: 'Entities of a LIST or SET.' }),
    members: t.field({
      type: [SetMemberInput],
      description: 'Members that are entities or words.',
    }),
    ...Object.fromEntries(
      records.flatMap((spec) => {
        const type = recordInputs.get(spec) as 'String' | undefined
        if (!type) return []
        return [
          [camel(spec.name), t.field({ type, description: spec.doc })],
          [
            `${camel(spec.name)}List`,
            t.field({ type: [type], description: `Several: ${spec.doc}` }),
          ],
        ]
      }),
    ),
  }),
})

const FieldOperationInput = builder.inputType('FieldOperationInput', {
  description:
    'One of set / unset / add / remove. Of a SET, `add` and `remove` name one member, `set` and `unset` close every member; LASTING fields know `set` and `unset` only.',
  isOneOf: true,
  fields: (t) => ({
    set: t.field({ type: FieldValueInput, description: 'The value from here on.' }),
    unset: t.boolean({ description: 'True: no value from here on.' }),
    add: t.field({ type: FieldValueInput, description: 'One more member.' }),
    remove: t.field({ type: FieldValueInput, description: 'One member less.' }),
  }),
})

const FieldOpInput = builder.inputType('FieldOpInput', {
  description: 'One change of one field.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'Field of the type, e.g. `location`.' }),
    op: t.field({ type: FieldOperationInput, required: true, description: 'What is done to it.' }),
    fromChapter: t.field({
      type: 'ChapterNumber',
      description:
        'First chapter it holds in; null = before the book. Omitting it is refused for CHANGING fields; LASTING fields take the place of their evidence.',
    }),
    reason: t.string({ description: 'Why, in words.' }),
    source: t.field({
      type: SourceInput,
      description: 'What proves it; null = the sources of the proposal.',
    }),
  }),
})

const EntityProposalInput = builder.inputType('EntityProposalInput', {
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

const EntityReviseInput = builder.inputType('EntityReviseInput', {
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

const AliasAddInput = builder.inputType('AliasAddInput', {
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

/** The graph's input as the domain reads it: row numbers for ids, bare values for oneOf wrappers. */
export function toDraftInput({
  label,
  change,
  confidence,
  replacesDraftId,
}: typeof EntityDraftInput.$inferInput): DraftInput {
  return {
    label,
    change: toChange(change),
    confidence,
    replacesDraftId:
      replacesDraftId == null
        ? undefined
        : rowId(replacesDraftId, ['EntityDraft'], ['replacesDraftId']).id,
  }
}

export function toChange({
  create,
  revise,
  addAlias,
}: typeof DraftChangeInput.$inferInput): ChangeInput {
  const local = <T>(value: T) => withLocalIds(value) as T
  if (create) {
    const { facts, ...rest } = local(create)
    const [type, values] = only(facts)
    const name = typeNameOf(type)
    return {
      create: { ...rest, type: name, facts: values as Record<string, unknown> } as NonNullable<
        ChangeInput['create']
      >,
    }
  }
  if (revise) {
    const { ops, ...rest } = local(revise)
    const unwrapped = ops.map((op) => ({ ...op, op: unwrapOp(op.op) }) as OpInput)
    return { revise: { ...rest, ops: unwrapped } as unknown as NonNullable<ChangeInput['revise']> }
  }
  return { addAlias: local(addAlias) as unknown as ChangeInput['addAlias'] }
}

function typeNameOf(field: string): EntityTypeName {
  const type = proposableTypes.find(({ typeName }) => camel(typeName) === field)
  if (!type) throw new Error(`${field} is no type.`)
  return type.name
}

/** The one value of a oneOf input. */
function only(input: object): [string, unknown] {
  return Object.entries(input).find(([, value]) => value != null) ?? ['', undefined]
}

function unwrapOp(op: typeof FieldOperationInput.$inferInput): OpInput['op'] {
  const [name, operand] = only(op)
  return { [name]: name === 'unset' ? operand : only(Object(operand))[1] }
}

/** Global ids inside an input become row numbers; what they may name is told by the property. */
function withLocalIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalIds)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const types = idTypes[name]
      if (name === 'extra') return [name, one]
      return [
        name,
        types && typeof one === 'string' ? rowId(one, types, [name]).id : withLocalIds(one),
      ]
    }),
  )
}

const idTypes: Readonly<Record<string, readonly string[]>> = {
  id: entityTypeNodes,
  blockId: ['ContentBlock'],
  settingNoteId: ['SettingNote'],
}
