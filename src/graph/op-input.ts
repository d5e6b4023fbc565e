import {
  eventParticipant,
  formOfAddress,
  powerRank,
  powerStanding,
} from '#domain/entity-types/records.ts'
import { builder, camel } from './builder.ts'
import { EntityRefInput, SetMemberInput } from './entity-ref-input.ts'
import { SourceInput } from './proposal-parts-input.ts'
import { recordInputs } from './records.ts'

const records = [powerStanding, powerRank, eventParticipant, formOfAddress]

export const FieldValueInput = builder.inputType('FieldValueInput', {
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

export const FieldOperationInput = builder.inputType('FieldOperationInput', {
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

export const FieldOpInput = builder.inputType('FieldOpInput', {
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
