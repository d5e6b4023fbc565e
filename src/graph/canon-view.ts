import { resolveWindow } from '#app/chapter-window.ts'
import { countBlocks, findBlocks, type KeyedBlock } from '#db/blocks.ts'
import type { Coordinates } from '#db/coordinates.ts'
import { countSnapshots, listSnapshots, type Snapshot, type SnapshotFilter } from '#db/snapshots.ts'
import { proposableTypes } from '#domain/entity-types/registry.ts'
import { lookupKey } from '#domain/text/fold.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import { AsOf, ChapterWindowInput } from './coordinates.ts'
import { EntityRefInput } from './entity-ref-input.ts'
import { EntitySnapshot } from './entity-snapshot.ts'
import { EntityTier, EntityType } from './enums.ts'
import { findByRef } from './find-by-ref.ts'
import { globalId, rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'

const SnapshotFilterInput = builder.inputType('SnapshotFilter', {
  description: 'Which entities are meant.',
  fields: (t) => ({
    types: t.field({
      type: [EntityType],
      description: 'Of these types; null = all but relations, which have a list of their own.',
    }),
    tiers: t.field({ type: [EntityTier], description: 'Of these tiers.' }),
    ids: t.idList({ description: 'These entities.' }),
    nameOrAlias: t.string({ description: 'Part of a name in use at this chapter.' }),
    touchedIn: t.field({ type: ChapterWindowInput, description: 'Mentioned in these chapters.' }),
  }),
})

const listedTypes = proposableTypes.filter(({ relates }) => !relates).map(({ name }) => name)

function toFilter(
  at: Coordinates,
  given: typeof SnapshotFilterInput.$inferInput | null | undefined,
): SnapshotFilter {
  const window = given?.touchedIn && resolveWindow(at.timeline, given.touchedIn)
  return {
    types: given?.types ?? listedTypes,
    tiers: given?.tiers ?? undefined,
    ids: given?.ids?.map((id) => rowId(id, entityTypeNodes, ['filter', 'ids']).id),
    nameContains: given?.nameOrAlias ? lookupKey(given.nameOrAlias) : undefined,
    touchedIn: given?.touchedIn ? (window ?? { first: 1, last: 0 }) : undefined,
  }
}

type BlockValue = KeyedBlock & { readonly at: Coordinates }

const CanonBlock = builder.objectRef<BlockValue>('CanonBlock').implement({
  description: 'A paragraph of accepted text at the coordinates.',
  fields: (t) => ({
    blockId: t.id({
      description: 'Id of the block, for citations.',
      resolve: ({ workId, id }) => globalId('ContentBlock', { workId, id }),
    }),
    chapter: t.field({
      type: 'ChapterNumber',
      description: 'Its chapter.',
      resolve: ({ position, at }) => at.timeline.numberAt(position),
    }),
    text: t.exposeString('text', { description: 'NFC text.' }),
    revision: t.exposeInt('revision', { description: 'Revision of the block.' }),
    contentSha256: t.expose('contentSha256', { type: 'Sha256', description: 'Hash of the text.' }),
  }),
})

export const CanonView = builder.objectRef<Coordinates>('CanonView').implement({
  description:
    'The canon of one work at fixed coordinates. Every object below it carries the same coordinates and tells nothing later, in values as well as in types.',
  fields: (t) => ({
    asOf: t.field({ type: AsOf, description: 'The coordinates.', resolve: (at) => at }),
    entity: t.field({
      type: EntitySnapshot,
      nullable: true,
      description: 'One entity; null where it is no part of the story at this chapter.',
      args: { ref: t.arg({ type: EntityRefInput, required: true, description: 'Which one.' }) },
      resolve: async (at, { ref }, context) => {
        const entity = await findByRef(context, at, ref)
        return entity === undefined ? null : context.loaders.snapshots.load({ at, id: entity })
      },
    }),
    entities: t.connection(
      {
        type: EntitySnapshot,
        description: 'Entities of the story at this chapter, in the order of their keys.',
        args: { filter: t.arg({ type: SnapshotFilterInput, description: 'Which ones.' }) },
        resolve: (at, { filter, ...args }, { db }) => {
          const wanted = toFilter(at, filter)
          return keyset<Snapshot>({
            list: 'entities',
            args,
            keyOf: ({ key }) => key,
            load: (page) => listSnapshots(db, at, { filter: wanted, page }),
            count: () => countSnapshots(db, at, wanted),
          })
        },
      },
      ...connectionOf('EntitySnapshot', 'Entities'),
    ),
    text: t.connection(
      {
        type: CanonBlock,
        description: 'Accepted text up to the chapter of this view, paragraph by paragraph.',
        args: {
          window: t.arg({
            type: ChapterWindowInput,
            required: true,
            description: 'Which chapters.',
          }),
        },
        resolve: (at, { window, ...args }, { db }) => {
          const asked = resolveWindow(at.timeline, window) ?? { first: 1, last: 0 }
          const { first } = asked
          const last = Math.min(asked.last, at.position)
          return keyset<BlockValue>({
            list: 'text',
            args,
            defaultSize: 50,
            keyOf: ({ key }) => key,
            load: async (page) =>
              (await findBlocks(db, at, { first, last, page })).map((block) => ({ ...block, at })),
            count: () => countBlocks(db, at, { first, last }),
          })
        },
      },
      ...connectionOf('CanonBlock', 'Paragraphs'),
    ),
  }),
})
