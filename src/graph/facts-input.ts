import type { EntityType as EntityTypeSpec } from '#domain/entity-types/entity-type.ts'
import type { Field, Shape } from '#domain/entity-types/field.ts'
import { proposableTypes } from '#domain/entity-types/registry.ts'
import { builder, camel } from './builder.ts'
import { EntityRefInput, SetMemberInput } from './entity-ref-input.ts'
import { enumsByValues } from './enums.ts'
import { FieldDoubtInput } from './proposal-parts-input.ts'
import { recordInputs } from './records.ts'

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

export const EntityFactsInput = builder.inputType('EntityFactsInput', {
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
