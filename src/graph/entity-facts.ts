import type { Coordinates } from '#db/coordinates.ts'
import type { FactInForce } from '#db/fact-reads.ts'
import type { Doubt } from '#domain/draft/proposal.ts'
import type { EntityType, Inverse } from '#domain/entity-types/entity-type.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { Field, Shape } from '#domain/entity-types/field.ts'
import { entityTypes, proposableTypes } from '#domain/entity-types/registry.ts'
import type { Value } from '#domain/entity-types/value.ts'
import { builder } from './builder.ts'
import { EntityRef, type RefValue } from './entity-ref.ts'
import { enumsByValues } from './enums.ts'
import type { Loaders } from './loaders.ts'
import { recordTypes } from './records.ts'

/** The facts of one entity: in force at coordinates, or proposed (then without coordinates). */
export interface FactsValue {
  readonly type: EntityTypeName
  readonly workId: number
  readonly entityId: number
  readonly at: Coordinates | undefined
  readonly values: Readonly<Record<string, Value>>
  readonly doubts: readonly Doubt[]
  readonly ends: { readonly source: number; readonly target: number } | undefined
}

/** Facts in force as one value a field; sets gather their members. */
export function gatherFacts(
  type: EntityTypeName,
  facts: readonly FactInForce[],
): Record<string, Value> {
  const values: Record<string, Value> = {}
  for (const { field, value } of facts) {
    const isSet = entityTypes[type].fields[field]?.kind === 'SET'
    values[field] = isSet ? [...((values[field] as Value[] | undefined) ?? []), value] : value
  }
  return values
}

const SetMember = builder.objectRef<RefValue & { readonly words?: string }>('SetMember').implement({
  description: 'A member of a set: an entity or words; exactly one is set.',
  fields: (t) => ({
    entity: t.field({
      type: EntityRef,
      nullable: true,
      description: 'The entity.',
      resolve: (member) => (member.words === undefined ? member : null),
    }),
    words: t.exposeString('words', { nullable: true, description: 'The words.' }),
  }),
})

export const FieldDoubt = builder.objectRef<Doubt>('FieldDoubt').implement({
  description: '字段存疑. A field left open on purpose, with the reason.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field.' }),
    reason: t.exposeString('reason', { description: 'Why.' }),
  }),
})

/** Graph type of one value of a shape; which one the registry's shapes decide. */
function typeOf(shape: Shape) {
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
      return EntityRef
    case 'WORDS_OR_REF':
      return SetMember
    case 'RECORD':
      return recordTypes.get(shape.record) ?? ('String' as const)
  }
}

/** What the resolvers of a shape's graph type expect. */
function toOutput(shape: Shape, value: Value, { workId, at }: FactsValue): unknown {
  if (shape.is === 'REF') return { workId, at, id: value }
  if (shape.is === 'RECORD') return { workId, at, value }
  if (shape.is !== 'WORDS_OR_REF') return value
  return typeof value === 'string' ? { workId, at, id: 0, words: value } : { workId, at, id: value }
}

function readField(facts: FactsValue, name: string, { kind, shape, initial }: Field): unknown {
  const value = facts.values[name] ?? initial
  if (kind === 'LIST' || kind === 'SET') {
    return ((value ?? []) as readonly Value[]).map((one) => toOutput(shape, one, facts))
  }
  return value === undefined ? null : toOutput(shape, value, facts)
}

// The registry loop: one `<Type>Facts` a type, one field a payload field. The casts of this loop stay in it.
const factsTypes = proposableTypes.map((type) =>
  builder.objectRef<FactsValue>(`${type.typeName}Facts`).implement({
    description: `${type.label}. ${type.doc} A field is null when it is unset or doubted.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(type.fields).map(([name, field]) => {
          const many = field.kind === 'LIST' || field.kind === 'SET'
          const one = typeOf(field.shape) as 'String'
          const description = describe(field)
          const resolve = (facts: FactsValue) => readField(facts, name, field) as string
          return many
            ? [
                name,
                t.field({ type: [one], description, resolve: (facts) => [resolve(facts)].flat() }),
              ]
            : [
                name,
                t.field({ type: one, nullable: field.initial === undefined, description, resolve }),
              ]
        }),
      ),
      ...Object.fromEntries(
        Object.entries(type.inverses ?? {}).map(([name, inverse]) => [
          name,
          t.field({
            type: [EntityRef],
            description: `${inverse.label}. ${inverse.doc} Inverse read of \`${entityTypes[inverse.type].typeName}Facts.${inverse.field}\`.`,
            resolve: (facts, _args, { loaders }) => readInverse(facts, inverse, loaders),
          }),
        ]),
      ),
      ...(type.relates
        ? {
            source: t.field(endOf('source', 'The end that is the `kind` of the other.')),
            target: t.field(endOf('target', 'The other end.')),
          }
        : {}),
      doubts: t.field({
        type: [FieldDoubt],
        description: 'Fields left open on purpose.',
        resolve: ({ doubts }) => [...doubts],
      }),
    }),
  }),
)

function endOf(name: 'source' | 'target', description: string) {
  return {
    type: EntityRef,
    description,
    resolve: ({ workId, at, ends }: FactsValue) => ({ workId, at, id: ends?.[name] ?? 0 }),
  }
}

async function readInverse(
  { workId, at, entityId }: FactsValue,
  inverse: Inverse,
  { referrers }: Loaders,
): Promise<RefValue[]> {
  if (!at) return []
  const ids = await referrers.load({ at, id: entityId, inverse })
  return ids.map((id) => ({ workId, at, id }))
}

function describe({ label, doc, unit, temporal }: Field): string {
  const changes = temporal === 'CHANGING' ? ' Changes with the story.' : ''
  return `${label}. ${doc}${unit ? ` In ${unit}.` : ''}${changes}`
}

export const EntityFacts = builder.unionType('EntityFacts', {
  description: 'What is known, by entity type.',
  types: factsTypes,
  resolveType: ({ type }) => `${entityTypes[type].typeName}Facts`,
})

/** The facts object of one type, for fields that know it statically. */
export function factsTypeOf(type: EntityType) {
  return factsTypes[proposableTypes.indexOf(type)]
}
