import type { Coordinates } from '#db/coordinates.ts'
import { countRelations, listRelations, type RelationAsOf } from '#db/relations.ts'
import type { Snapshot } from '#db/snapshots.ts'
import { formOfAddress } from '#domain/entity-types/records.ts'
import type { Value } from '#domain/entity-types/value.ts'
import { builder } from './builder.ts'
import { CanonView } from './canon-view.ts'
import { connectionOf, keyset, type PageArguments } from './connection.ts'
import type { Context } from './context.ts'
import { ChapterRange } from './coordinates.ts'
import { gatherFacts } from './entity-facts.ts'
import { EntityRef } from './entity-ref.ts'
import { EntitySnapshot } from './entity-snapshot.ts'
import { Polarity, TraversalDirection } from './enums.ts'
import { rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import { recordTypes } from './records.ts'

/** A relation in force, with its facts at the same coordinates. */
interface LinkValue {
  readonly relation: RelationAsOf
  readonly at: Coordinates
}

async function fact<T extends Value>(
  { relation, at }: LinkValue,
  name: string,
  { loaders }: Context,
) {
  const facts = await loaders.facts.load({ at, id: relation.entityId })
  return (gatherFacts('character_relation', facts)[name] as T | undefined) ?? null
}

async function snapshotOf({ relation, at }: LinkValue, { loaders }: Context): Promise<Snapshot> {
  const snapshot = await loaders.snapshots.load({ at, id: relation.entityId })
  if (!snapshot)
    throw new Error(`Relation ${relation.entityId} has no snapshot where it is in force.`)
  return snapshot
}

const FormOfAddress = recordTypes.get(formOfAddress)
if (!FormOfAddress) throw new Error('The registry has no form of address.')

export const RelationLink = builder.objectRef<LinkValue>('RelationLink').implement({
  description: 'A relation in force at the coordinates.',
  fields: (t) => ({
    relation: t.field({
      type: EntitySnapshot,
      description: 'The relation as an entity: names, sources, validity.',
      resolve: (link, _args, context) => snapshotOf(link, context),
    }),
    source: t.field({
      type: EntityRef,
      description: 'The end that is the `kind` of the other.',
      resolve: ({ relation, at }) => ({ workId: at.workId, id: relation.source, at }),
    }),
    target: t.field({
      type: EntityRef,
      description: 'The other end.',
      resolve: ({ relation, at }) => ({ workId: at.workId, id: relation.target, at }),
    }),
    kind: t.string({
      nullable: true,
      description: 'What the source is to the target, e.g. 师父.',
      resolve: (link, _args, context) => fact<string>(link, 'kind', context),
    }),
    directed: t.boolean({
      description: 'False = mutual.',
      resolve: async (link, _args, context) =>
        (await fact<boolean>(link, 'directed', context)) ?? true,
    }),
    stage: t.string({
      nullable: true,
      description: 'Stage of the relation.',
      resolve: (link, _args, context) => fact<string>(link, 'stage', context),
    }),
    polarity: t.field({
      type: Polarity,
      nullable: true,
      description: 'Whether it is friendly.',
      resolve: (link, _args, context) =>
        fact<'POSITIVE' | 'NEUTRAL' | 'NEGATIVE' | 'MIXED'>(link, 'polarity', context),
    }),
    strength: t.float({
      nullable: true,
      description: "On the author's own scale; 0 is a value.",
      resolve: (link, _args, context) => fact<number>(link, 'strength', context),
    }),
    addresses: t.field({
      type: [FormOfAddress],
      description: 'How the ends address each other.',
      resolve: async (link, _args, context) => {
        const { workId } = link.at
        const addresses = (await fact<readonly Value[]>(link, 'addresses', context)) ?? []
        return addresses.map((value) => ({
          workId,
          at: link.at,
          value: value as Record<string, Value>,
        }))
      },
    }),
    description: t.string({
      nullable: true,
      description: 'What it rests on.',
      resolve: (link, _args, context) => fact<string>(link, 'description', context),
    }),
    validity: t.field({
      type: ChapterRange,
      description: 'When it holds.',
      resolve: async (link, _args, context) => ({
        range: (await snapshotOf(link, context)).validity,
        timeline: link.at.timeline,
      }),
    }),
  }),
})

const RelationFilter = builder.inputType('RelationFilter', {
  description: 'Which relations are meant.',
  fields: (t) => ({
    kinds: t.stringList({ description: 'Of these kinds, e.g. 师父.' }),
    between: t.idList({ description: 'Both ends are among these entities.' }),
    direction: t.field({
      type: TraversalDirection,
      defaultValue: 'BOTH',
      description: 'Seen from the entity whose relations are asked for.',
    }),
  }),
})

type RelationFilterInput = typeof RelationFilter.$inferInput

/** A page of relations at the coordinates, of one entity or of all. */
function relationPage(
  { at, of }: { readonly at: Coordinates; readonly of: number | undefined },
  { filter, ...args }: { filter?: RelationFilterInput | null | undefined } & PageArguments,
  { db }: Context,
) {
  const wanted = {
    of,
    kinds: filter?.kinds ?? undefined,
    direction: filter?.direction ?? undefined,
    between: filter?.between?.map((id) => rowId(id, entityTypeNodes, ['filter', 'between']).id),
  }
  return keyset<LinkValue>({
    list: 'relations',
    args,
    keyOf: ({ relation }) => relation.key,
    load: async (page) =>
      (await listRelations(db, at, { filter: wanted, page })).map((relation) => ({ relation, at })),
    count: () => countRelations(db, at, wanted),
  })
}

const [connection, edge] = connectionOf('RelationLink', 'Relations')
const RelationConnection = builder.connectionObject({ type: RelationLink, ...connection }, edge)

builder.objectField(EntitySnapshot, 'relations', (t) =>
  t.connection(
    {
      type: RelationLink,
      description: 'Relations of this entity at these coordinates.',
      args: { filter: t.arg({ type: RelationFilter, description: 'Which ones.' }) },
      resolve: ({ at, entityId }, args, context) =>
        relationPage({ at, of: entityId }, args, context),
    },
    RelationConnection,
  ),
)

builder.objectField(CanonView, 'relations', (t) =>
  t.connection(
    {
      type: RelationLink,
      description: 'Relations in force at this chapter.',
      args: { filter: t.arg({ type: RelationFilter, description: 'Which ones.' }) },
      resolve: (at, args, context) => relationPage({ at, of: undefined }, args, context),
    },
    RelationConnection,
  ),
)
