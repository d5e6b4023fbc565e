import type { Inverse, EntityType as TypeValue } from '#domain/entity-types/entity-type.ts'
import type { Field } from '#domain/entity-types/field.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import { builder } from './builder.ts'
import {
  ContextPurpose,
  EntityType,
  FieldKind,
  FieldLevel,
  FieldTemporal,
  NarrativeAspect,
} from './enums.ts'

const EntityFieldInfo = builder
  .objectRef<Field & { readonly path: string }>('EntityFieldInfo')
  .implement({
    description: 'Contract of one payload field.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Name in facts, inputs and ops.' }),
      label: t.exposeString('label', { description: 'Chinese, for user interfaces.' }),
      kind: t.field({
        type: FieldKind,
        description: 'Kind of value.',
        resolve: ({ kind }) => kind,
      }),
      doc: t.exposeString('doc', { description: 'What belongs there, with an example.' }),
      level: t.field({
        type: FieldLevel,
        description: 'What the coverage gate says.',
        resolve: ({ level }) => level,
      }),
      temporal: t.field({
        type: FieldTemporal,
        description: 'Where a value begins.',
        resolve: ({ temporal }) => temporal,
      }),
      unit: t.exposeString('unit', { nullable: true, description: 'Of a NUMBER.' }),
      values: t.stringList({
        description: 'Of an ENUM; else empty.',
        resolve: ({ shape }) => (shape.is === 'ENUM' ? [...shape.values] : []),
      }),
      refTypes: t.field({
        type: [EntityType],
        description: 'Types that may be referred to; else empty.',
        resolve: ({ shape }) =>
          shape.is === 'REF' || shape.is === 'WORDS_OR_REF' ? [...shape.types] : [],
      }),
      aspect: t.field({
        type: NarrativeAspect,
        nullable: true,
        description: 'Aspect of narrative state that the field owns.',
        resolve: ({ aspect }) => aspect,
      }),
      aiPurposes: t.field({
        type: [ContextPurpose],
        description: 'Context purposes that may read it.',
        resolve: ({ aiPurposes }) => [...aiPurposes],
      }),
    }),
  })

const InverseInfo = builder
  .objectRef<Inverse & { readonly path: string }>('InverseInfo')
  .implement({
    description: 'A read of what others say about an entity.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Name in facts.' }),
      label: t.exposeString('label', { description: 'Chinese, for user interfaces.' }),
      doc: t.exposeString('doc', { description: 'What it tells.' }),
      type: t.field({
        type: EntityType,
        description: 'Type that owns the fact.',
        resolve: ({ type }) => type,
      }),
      field: t.exposeString('field', { description: 'Field that owns the fact.' }),
    }),
  })

const EntityTypeInfo = builder.objectRef<TypeValue>('EntityTypeInfo').implement({
  description: 'Contract of one entity type.',
  fields: (t) => ({
    type: t.field({ type: EntityType, description: 'The type.', resolve: ({ name }) => name }),
    label: t.exposeString('label', { description: 'Chinese, for user interfaces.' }),
    doc: t.exposeString('doc', { description: 'What belongs here.' }),
    keyPrefix: t.exposeString('keyPrefix', { description: 'What its keys start with.' }),
    owesClosure: t.exposeBoolean('owesClosure', {
      description: 'Owes a beginning and an end (闭环).',
    }),
    fields: t.field({
      type: [EntityFieldInfo],
      description: 'Its payload.',
      resolve: ({ fields }) => Object.entries(fields).map(([path, field]) => ({ ...field, path })),
    }),
    inverses: t.field({
      type: [InverseInfo],
      description: 'What others say about it.',
      resolve: ({ inverses }) =>
        Object.entries(inverses ?? {}).map(([path, inverse]) => ({ ...inverse, path })),
    }),
  }),
})

builder.queryField('entityTypes', (t) =>
  t.field({
    type: [EntityTypeInfo],
    nullable: true,
    description: 'Registered entity types and their field contracts.',
    resolve: () => Object.values(entityTypes),
  }),
)
