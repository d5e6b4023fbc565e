import { resolveCoordinates } from '#db/coordinates.ts'
import { countEntities, type Entity as EntityValue, listEntities } from '#db/entities.ts'
import type { EntityType as EntityTypeSpec } from '#domain/entity-types/entity-type.ts'
import { entityTypes, proposableTypes } from '#domain/entity-types/registry.ts'
import { type LedgerState as State, stateAt, thresholdsOf } from '#domain/ledger.ts'
import { lookupKey } from '#domain/text/fold.ts'
import { Alias } from './alias.ts'
import { wholeBook } from './authoring.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import type { Context } from './context.ts'
import { type FactsValue, factsTypeOf } from './entity-facts.ts'
import { EntityRefInput } from './entity-ref-input.ts'
import { EntitySnapshot, factsOf } from './entity-snapshot.ts'
import { EntityStatus, EntityTier, EntityType, LedgerState } from './enums.ts'
import { EvolutionStep } from './evolution-step.ts'
import { findByRef } from './find-by-ref.ts'
import { localOf, parseLocal, rowId, workIdOf } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import { PlannedArc } from './planned-arc.ts'
import { Work, workOf } from './work.ts'

export const Entity = builder.interfaceRef<EntityValue>('Entity').implement({
  description:
    'Identity and life cycle of a setting in the authoring view. Facts of the story live in `asOf` snapshots.',
  resolveType: ({ type }) => entityTypes[type].typeName,
  fields: (t) => ({
    key: t.exposeString('key', {
      description: 'Unique within the work over all types; survives renames.',
    }),
    work: t.field({
      type: Work,
      description: 'Its work.',
      resolve: ({ workId }, _args, context) => workOf(workId, context),
    }),
    type: t.field({
      type: EntityType,
      description: 'One of the nine.',
      resolve: ({ type }) => type,
    }),
    status: t.field({
      type: EntityStatus,
      description: 'Where in its life it is.',
      resolve: ({ status }) => status,
    }),
    tier: t.field({
      type: EntityTier,
      description: "The author's judgement of weight.",
      resolve: ({ tier }) => tier,
    }),
    name: t.exposeString('name', { description: 'Name at the head; of a draft the proposed one.' }),
    aliases: t.field({
      type: [Alias],
      description: 'All names, with their ranges.',
      resolve: async ({ workId, id }, _args, { loaders }) => {
        const at = await wholeBook(loaders, workId)
        return (await loaders.allAliases.load({ workId, id })).map((alias) => ({ alias, at }))
      },
    }),
    revision: t.exposeInt('revision', {
      description: 'How many decisions changed it; 0 = never confirmed.',
    }),
    extra: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What an import did not understand, as it stood. It has no chapter, so no canon view tells it.',
      resolve: ({ extra }) => extra ?? null,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was first proposed.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    current: t.field({
      type: EntitySnapshot,
      nullable: true,
      description:
        'Snapshot at the head chapter; null for drafts and for what has left the story by then.',
      resolve: (entity, _args, context) => currentOf(entity, context),
    }),
    asOf: t.field({
      type: EntitySnapshot,
      nullable: true,
      description:
        'Snapshot at the end of a chapter; null where the entity is no part of the story. CHAPTER_NOT_FOUND.',
      args: {
        chapter: t.arg({
          type: 'ChapterNumber',
          required: true,
          description: 'Its number now; -1 = before the book.',
        }),
      },
      resolve: async ({ workId, id }, { chapter }, context) => {
        const at = await resolveCoordinates(context.db, await workOf(workId, context), { chapter })
        return context.loaders.snapshots.load({ at, id })
      },
    }),
  }),
})

interface ClosureValue {
  readonly state: State
  readonly unclosed: boolean
  readonly first: number | null
  readonly closed: number | null
}

const Closure = builder.objectRef<ClosureValue>('Closure').implement({
  description: 'How far an entity is on its way to an end (闭环), over the whole book.',
  fields: (t) => ({
    state: t.field({
      type: LedgerState,
      description: 'Cumulative state at the head.',
      resolve: ({ state }) => state,
    }),
    unclosed: t.exposeBoolean('unclosed', {
      description: '未收口. An ending is planned but not reached.',
    }),
    firstConsumedChapter: t.expose('first', {
      type: 'ChapterNumber',
      nullable: true,
      description: 'First mention or step.',
    }),
    closedChapter: t.expose('closed', {
      type: 'ChapterNumber',
      nullable: true,
      description: 'Where its ending happened.',
    }),
  }),
})

export const ClosableEntity = builder.interfaceRef<EntityValue>('ClosableEntity').implement({
  description: 'An entity that owes a beginning and an end (六个义务型).',
  interfaces: [Entity],
  resolveType: ({ type }) => entityTypes[type].typeName,
  fields: (t) => ({
    evolution: t.field({
      type: [EvolutionStep],
      description: 'What happened so far (演变历程), oldest first.',
      resolve: async ({ workId, id }, _args, { loaders }) => {
        const at = await wholeBook(loaders, workId)
        return (await loaders.steps.load({ at, id })).map((step) => ({ step, at }))
      },
    }),
    plannedArc: t.field({
      type: PlannedArc,
      nullable: true,
      description: 'What is meant to happen (成长弧线).',
      resolve: async ({ workId, id }, _args, { loaders }) => {
        const arc = await loaders.arcs.load({ workId, id })
        return arc ? { ...arc, workId, timeline: await loaders.timelines.load(workId) } : null
      },
    }),
    closure: t.field({
      type: Closure,
      description: 'How far it is on its way to an end.',
      resolve: (entity, _args, context) => closureOf(entity, context),
    }),
  }),
})

async function closureOf({ workId, id }: EntityValue, { loaders }: Context): Promise<ClosureValue> {
  const at = await wholeBook(loaders, workId)
  const asked = { at, id }
  const [steps, seen, arc] = await Promise.all([
    loaders.steps.load(asked),
    loaders.appearances.load(asked),
    loaders.arcs.load({ workId, id }),
  ])
  const thresholds = thresholdsOf(steps, seen?.first)
  const planned =
    arc?.endingDirection !== undefined || arc?.steps.some(({ phase }) => phase === 'ENDING')
  const toNumber = (position: number | undefined) =>
    position === undefined ? null : at.timeline.numberAt(position)
  return {
    state: stateAt(thresholds, at.position),
    unclosed: planned === true && thresholds.closed === undefined,
    first: toNumber(thresholds.firstConsumed),
    closed: toNumber(thresholds.closed),
  }
}

async function currentOf({ workId, id, revision }: EntityValue, context: Context) {
  const { head } = await context.loaders.timelines.load(workId)
  if (revision === 0) return null
  const at = await resolveCoordinates(context.db, await workOf(workId, context), {
    chapter: head ?? -1,
  })
  return context.loaders.snapshots.load({ at, id })
}

// One object a type; what it shares stands on the interfaces.
for (const type of proposableTypes) defineEntity(type)

function defineEntity(type: EntityTypeSpec): void {
  const Facts = factsTypeOf(type)
  if (!Facts) throw new Error(`${type.typeName} has no facts.`)
  builder.node(builder.objectRef<EntityValue>(type.typeName), {
    description: `${type.label}. ${type.doc}`,
    interfaces: type.owesClosure ? [Entity, ClosableEntity] : [Entity],
    isTypeOf: (value) =>
      (value as Partial<EntityValue>).type === type.name && 'createdAt' in Object(value),
    id: { description: 'Opaque and lasting.', resolve: localOf },
    loadOne: async (id, { loaders }) => {
      const row = parseLocal(id)
      const entity = row && (await loaders.entities.load(row))
      return entity?.type === type.name ? entity : undefined
    },
    fields: (t) => ({
      facts: t.field({
        type: Facts,
        nullable: true,
        description: 'Facts at the head chapter, statically typed.',
        resolve: async (entity, _args, context): Promise<FactsValue | null> => {
          const snapshot = await currentOf(entity, context)
          return snapshot ? factsOf(snapshot, context) : null
        },
      }),
    }),
  })
}

const EntityFilter = builder.inputType('EntityFilter', {
  description: 'Which entities are meant.',
  fields: (t) => ({
    types: t.field({ type: [EntityType], description: 'Of these types; null = all.' }),
    statuses: t.field({
      type: [EntityStatus],
      defaultValue: ['CANONICAL'],
      description: 'In these states.',
    }),
    tiers: t.field({ type: [EntityTier], description: 'Of these tiers.' }),
    nameOrAlias: t.string({ description: 'Part of any of their names.' }),
    keyPrefix: t.string({ description: 'Their keys begin so.' }),
  }),
})

builder.objectField(Work, 'entities', (t) =>
  t.connection(
    {
      type: Entity,
      description: 'Entities of the authoring view, in the order of their keys.',
      args: {
        filter: t.arg({
          type: EntityFilter,
          description: 'Which ones; canonical ones where absent.',
        }),
      },
      resolve: ({ id }, { filter, ...args }, { db }) => {
        const wanted = {
          types: filter?.types ?? undefined,
          statuses: filter?.statuses ?? ['CANONICAL'],
          tiers: filter?.tiers ?? undefined,
          nameContains: filter?.nameOrAlias ? lookupKey(filter.nameOrAlias) : undefined,
          keyPrefix: filter?.keyPrefix ?? undefined,
        }
        return keyset<EntityValue>({
          list: 'work.entities',
          args,
          keyOf: ({ key }) => key,
          load: (page) => listEntities(db, id, { filter: wanted, page }),
          count: () => countEntities(db, id, wanted),
        })
      },
    },
    ...connectionOf('Entity', 'Entities'),
  ),
)

const EntityInWorkInput = builder.inputType('EntityInWorkInput', {
  description: 'An entity by key or name, in its work.',
  fields: (t) => ({
    workId: t.id({ required: true, description: 'The work.' }),
    ref: t.field({
      type: EntityRefInput,
      required: true,
      description: 'Which entity; names as they are at the head.',
    }),
  }),
})

const EntityLookupInput = builder.inputType('EntityLookupInput', {
  description: 'Exactly one way to name an entity.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    inWork: t.field({ type: EntityInWorkInput, description: 'By key or name.' }),
  }),
})

builder.queryField('entity', (t) =>
  t.field({
    type: Entity,
    nullable: true,
    description: 'One entity in the authoring view, drafts included; null where there is none.',
    args: { by: t.arg({ type: EntityLookupInput, required: true, description: 'Which one.' }) },
    resolve: async (_root, { by: { id, inWork } }, context) => {
      if (id != null) return context.loaders.entities.load(rowId(id, entityTypeNodes, ['by', 'id']))
      if (!inWork) return null
      const workId = workIdOf(inWork.workId, ['by', 'inWork', 'workId'])
      const work = await context.loaders.works.load(workId)
      if (!work) return null
      const { head } = await context.loaders.timelines.load(workId)
      const at = await resolveCoordinates(context.db, work, { chapter: head ?? -1 })
      const found = await findByRef(context, at, inWork.ref)
      return found === undefined ? null : context.loaders.entities.load({ workId, id: found })
    },
  }),
)
