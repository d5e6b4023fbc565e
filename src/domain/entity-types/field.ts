import type { EntityTypeName } from './entity-type-name.ts'

export const fieldKinds = [
  'TEXT',
  'NUMBER',
  'BOOLEAN',
  'ENUM',
  'REF',
  'RECORD',
  'LIST',
  'SET',
] as const
export type FieldKind = (typeof fieldKinds)[number]

export const fieldLevels = ['REQUIRED', 'RECOMMENDED', 'OPTIONAL'] as const
export type FieldLevel = (typeof fieldLevels)[number]

export const fieldTemporals = ['LASTING', 'CHANGING'] as const
export type FieldTemporal = (typeof fieldTemporals)[number]

export const contextPurposes = ['FINE_OUTLINE', 'PROSE', 'CHECK', 'EXTRACTION'] as const
export type ContextPurpose = (typeof contextPurposes)[number]

/** 位置 / 持有物 / 知情范围 / 伤势与生死 / 关系阶段 / 境界. */
export const narrativeAspects = [
  'LOCATION',
  'POSSESSION',
  'KNOWLEDGE',
  'CONDITION',
  'RELATION',
  'POWER',
] as const
export type NarrativeAspect = (typeof narrativeAspects)[number]

/** What one value, or one member of a list or set, is. `WORDS_OR_REF`: words where nothing in the canon is meant. */
export type Shape =
  | { readonly is: 'TEXT' | 'NUMBER' | 'BOOLEAN' }
  | { readonly is: 'ENUM'; readonly values: readonly string[] }
  | { readonly is: 'REF' | 'WORDS_OR_REF'; readonly types: readonly EntityTypeName[] }
  | { readonly is: 'RECORD'; readonly record: RecordSpec }

/** A small typed object, e.g. a power standing. */
export interface RecordSpec {
  readonly name: string
  readonly doc: string
  readonly fields: Readonly<Record<string, RecordField>>
}

export interface RecordField {
  readonly label: string
  readonly doc: string
  readonly shape: Exclude<Shape, { is: 'RECORD' }>
  readonly integer?: true
  readonly optional?: true
}

/** A payload field of an entity type: everything that parsing, the graph, the gates and contexts need to know. */
export interface Field {
  readonly kind: FieldKind
  readonly shape: Shape
  /** Chinese, for user interfaces. */
  readonly label: string
  readonly doc: string
  readonly level: FieldLevel
  readonly temporal: FieldTemporal
  readonly aiPurposes: readonly ContextPurpose[]
  readonly unit?: string
  /** Taken where a proposal to create says nothing. */
  readonly initial?: string | number | boolean
  /** The level holds only where another field has this value. */
  readonly onlyWhen?: { readonly field: string; readonly is: string }
  /** The aspect of narrative state that this field owns. */
  readonly aspect?: NarrativeAspect
  /** The references form a tree as of every chapter. */
  readonly tree?: true
}

type Options = Partial<
  Pick<
    Field,
    'level' | 'temporal' | 'aiPurposes' | 'unit' | 'initial' | 'onlyWhen' | 'aspect' | 'tree'
  >
>

/** Shorthands of the registry files. */
export const required = { level: 'REQUIRED' } as const
export const recommended = { level: 'RECOMMENDED' } as const
export const changing = { temporal: 'CHANGING' } as const

export const text = (label: string, doc: string, options?: Options) =>
  field('TEXT', { is: 'TEXT' }, { label, doc, ...options })

export const number = (label: string, doc: string, options?: Options) =>
  field('NUMBER', { is: 'NUMBER' }, { label, doc, ...options })

export const flag = (label: string, doc: string, options?: Options) =>
  field('BOOLEAN', { is: 'BOOLEAN' }, { label, doc, ...options })

export const oneOf =
  (values: readonly string[], label: string, doc: string) => (options?: Options) =>
    field('ENUM', { is: 'ENUM', values }, { label, doc, ...options })

export const ref =
  (types: readonly EntityTypeName[], label: string, doc: string) => (options?: Options) =>
    field('REF', { is: 'REF', types }, { label, doc, ...options })

export const record = (spec: RecordSpec, label: string, doc: string) => (options?: Options) =>
  field('RECORD', { is: 'RECORD', record: spec }, { label, doc, ...options })

/** Ordered, replaced as a whole. */
export const listOf = (shape: Shape, label: string, doc: string) => (options?: Options) =>
  field('LIST', shape, { label, doc, ...options })

/** Members come and go one by one. */
export const setOf = (shape: Shape, label: string, doc: string) => (options?: Options) =>
  field('SET', shape, { label, doc, ...changing, ...options })

export const words = { is: 'TEXT' } as const satisfies Shape

function field(kind: FieldKind, shape: Shape, rest: Options & Pick<Field, 'label' | 'doc'>): Field {
  return {
    kind,
    shape,
    level: 'OPTIONAL',
    temporal: 'LASTING',
    aiPurposes: contextPurposes,
    ...rest,
  }
}
