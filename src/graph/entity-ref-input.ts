import { builder } from './builder.ts'
import { EntityType } from './enums.ts'

const AliasRefInput = builder.inputType('AliasRefInput', {
  description: 'A name, and the type where several have it.',
  fields: (t) => ({
    text: t.string({ required: true, description: 'The name; folded before it is looked up.' }),
    type: t.field({ type: EntityType, description: 'Only entities of this type.' }),
  }),
})

export const EntityRefInput = builder.inputType('EntityRefInput', {
  description:
    'Exactly one way to name an entity of the work at hand. `alias` fails with AmbiguousAliasError when it hits several.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    key: t.string({ description: 'Its pinyin key, e.g. `linzhao`, `loc_tianyunzong`.' }),
    alias: t.field({ type: AliasRefInput, description: 'A name.' }),
    label: t.string({
      description:
        'In drafts only: the entity that the draft with this label, in the same call, creates.',
    }),
  }),
})

export const SetMemberInput = builder.inputType('SetMemberInput', {
  description: 'A member that may be an entity or words; exactly one is set.',
  isOneOf: true,
  fields: (t) => ({
    entity: t.field({ type: EntityRefInput, description: 'An entity of the work.' }),
    words: t.string({ description: 'Words, where nothing in the canon is meant.' }),
  }),
})
