import { builder } from './builder.ts'
import { ChapterRangeInput } from './coordinates.ts'
import { AliasKind, EvolutionPhase, SourceKind } from './enums.ts'

export const SourceInput = builder.inputType('SourceInput', {
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

export const AliasInput = builder.inputType('AliasInput', {
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

export const EvolutionStepInput = builder.inputType('EvolutionStepInput', {
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

export const PlannedStepInput = builder.inputType('PlannedStepInput', {
  description: 'A step that is meant to happen.',
  fields: (t) => ({
    phase: t.field({ type: EvolutionPhase, required: true, description: '周期.' }),
    description: t.string({ required: true, description: 'What is planned.' }),
    window: t.field({ type: ChapterRangeInput, description: 'When.' }),
  }),
})

export const PlannedArcInput = builder.inputType('PlannedArcInput', {
  description: '成长弧线.',
  fields: (t) => ({
    steps: t.field({ type: [PlannedStepInput], required: true, description: 'Planned steps.' }),
    endingDirection: t.string({ description: 'How it is meant to end, in words.' }),
  }),
})

export const FieldDoubtInput = builder.inputType('FieldDoubtInput', {
  description: '字段存疑. Relieves a required field that has no basis; stays visible.',
  fields: (t) => ({
    path: t.string({ required: true, description: 'The field.' }),
    reason: t.string({ required: true, description: 'Why it is left open.' }),
  }),
})
