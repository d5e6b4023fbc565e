import { hashSnapshot } from '#app/hash-snapshot.ts'
import type { Snapshot } from '#db/snapshots.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import { stateAt, thresholdsOf } from '#domain/ledger.ts'
import { Alias } from './alias.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { AsOf, ChapterRange } from './coordinates.ts'
import { EntityFacts, type FactsValue, gatherFacts } from './entity-facts.ts'
import { EntityRef, nameOf } from './entity-ref.ts'
import { EntityTier, EntityType, LedgerState } from './enums.ts'
import { EvolutionStep } from './evolution-step.ts'
import { globalId } from './global-id.ts'
import { localSnapshot, snapshotById } from './snapshot-id.ts'
import { SourceRef } from './source-ref.ts'

export const EntitySnapshot = builder.objectRef<Snapshot>('EntitySnapshot')

builder.node(EntitySnapshot, {
  description:
    'An entity at fixed coordinates. Immutable: its id encodes entity, chapter and canon revision. No field leads back to the authoring view.',
  isTypeOf: (value) =>
    typeof value === 'object' && value !== null && 'validity' in value && 'at' in value,
  id: { description: 'Encodes entity, chapter and canon revision.', resolve: localSnapshot },
  loadOne: (id, context) => snapshotById(id, context),
  fields: (t) => ({
    entityId: t.id({
      description: 'Id of the entity in the authoring view (a plain value on purpose).',
      resolve: ({ at, entityId, type }) =>
        globalId(entityTypes[type].typeName, { workId: at.workId, id: entityId }),
    }),
    key: t.exposeString('key', { description: 'Unique in the work; survives renames.' }),
    type: t.field({
      type: EntityType,
      description: 'One of the nine.',
      resolve: ({ type }) => type,
    }),
    tier: t.field({
      type: EntityTier,
      description: "The author's judgement; follows the revision, not the chapter.",
      resolve: ({ tier }) => tier,
    }),
    asOf: t.field({ type: AsOf, description: 'The coordinates.', resolve: ({ at }) => at }),
    name: t.string({
      description: 'The NAME alias in force at this chapter.',
      resolve: ({ at, entityId }, _args, context) =>
        nameOf({ workId: at.workId, id: entityId, at }, context),
    }),
    aliases: t.field({
      type: [Alias],
      description: 'Names in use at the end of this chapter.',
      resolve: async ({ at, entityId }, _args, { loaders }) =>
        (await loaders.aliases.load({ at, id: entityId })).map((alias) => ({ alias, at })),
    }),
    entityRevision: t.int({
      description: 'How many decisions changed something at or before this chapter.',
      resolve: async ({ at, entityId }, _args, { loaders }) =>
        (await loaders.revisionCounts.load({ at, id: entityId }))?.count ?? 0,
    }),
    validity: t.field({
      type: ChapterRange,
      description: 'When it is part of the story.',
      resolve: ({ at, validity }) => ({ range: validity, timeline: at.timeline }),
    }),
    facts: t.field({
      type: EntityFacts,
      description: 'What holds at the end of this chapter.',
      resolve: (snapshot, _args, context) => factsOf(snapshot, context),
    }),
    factsSha256: t.field({
      type: 'Sha256',
      description: 'Hash of names, validity and facts; equal hashes mean nothing changed.',
      resolve: async (snapshot, _args, { loaders }) => {
        const asked = { at: snapshot.at, id: snapshot.entityId }
        return hashSnapshot(
          snapshot,
          await loaders.aliases.load(asked),
          await loaders.facts.load(asked),
        )
      },
    }),
    evolution: t.field({
      type: [EvolutionStep],
      description: 'What happened up to this chapter (演变历程), oldest first.',
      resolve: async ({ at, entityId }, _args, { loaders }) =>
        (await loaders.steps.load({ at, id: entityId })).map((step) => ({ step, at })),
    }),
    ledgerState: t.field({
      type: LedgerState,
      description: '未被碰 / 已消费 / 已收口 as of this chapter.',
      resolve: async ({ at, entityId }, _args, { loaders }) => {
        const asked = { at, id: entityId }
        const [steps, seen] = await Promise.all([
          loaders.steps.load(asked),
          loaders.appearances.load(asked),
        ])
        return stateAt(thresholdsOf(steps, seen?.first), at.position)
      },
    }),
    firstAppearance: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'First chapter with a mention, up to this one.',
      resolve: async ({ at, entityId }, _args, { loaders }) => {
        const seen = await loaders.appearances.load({ at, id: entityId })
        return seen ? at.timeline.numberAt(seen.first) : null
      },
    }),
    lastAppearance: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'Last chapter with a mention, up to this one.',
      resolve: async ({ at, entityId }, _args, { loaders }) => {
        const seen = await loaders.appearances.load({ at, id: entityId })
        return seen ? at.timeline.numberAt(seen.last) : null
      },
    }),
    sources: t.field({
      type: [SourceRef],
      description: 'What proves the facts, names and steps above, verified again on this read.',
      resolve: async ({ at, entityId }, _args, { loaders }) => {
        const ids = await loaders.sourceIds.load({ at, id: entityId })
        const sources = await Promise.all(
          ids.map(({ sourceId }) => loaders.sources.load({ at, id: sourceId })),
        )
        return sources.flatMap((source) => (source ? [{ source, at }] : []))
      },
    }),
  }),
})

/** The facts object of a snapshot. */
export async function factsOf(snapshot: Snapshot, { loaders }: Context): Promise<FactsValue> {
  const { at, entityId, type, doubts } = snapshot
  const facts = await loaders.facts.load({ at, id: entityId })
  const ends = entityTypes[type].relates
    ? await loaders.ends.load({ workId: at.workId, id: entityId })
    : undefined
  return { type, workId: at.workId, entityId, at, values: gatherFacts(type, facts), doubts, ends }
}

builder.objectField(EntityRef, 'snapshot', (t) =>
  t.field({
    type: EntitySnapshot,
    nullable: true,
    description:
      'The referenced entity at the same coordinates; null where it is no part of the story there.',
    resolve: ({ at, id }, _args, { loaders }) => (at ? loaders.snapshots.load({ at, id }) : null),
  }),
)
