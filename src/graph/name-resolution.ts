import { resolveName } from '#app/resolve-name.ts'
import { type Coordinates, resolveCoordinates } from '#db/coordinates.ts'
import type { Option, Resolution } from '#domain/mentions/resolve-name.ts'
import { builder } from './builder.ts'
import { CanonView } from './canon-view.ts'
import type { Context } from './context.ts'
import { Entity } from './entity.ts'
import { EntitySnapshot } from './entity-snapshot.ts'
import { EntityType, MatchKind } from './enums.ts'
import { Work } from './work.ts'

/** One answer serves both views: entities in the authoring view, snapshots in the canon view. */
type Answer = Resolution & { readonly at: Coordinates }
type Resolved = Extract<Answer, { kind: 'resolved' }>
type Ambiguous = Extract<Answer, { kind: 'ambiguous' }>
type Unknown = Extract<Answer, { kind: 'unknown' }>
type OptionAt = Option & { readonly at: Coordinates }

const score = { description: '0..1, best first.' }
const reasons = {
  description: 'E.g. `only owner`, `present in chapter`, `type given`, `near 沈崇武`.',
}

async function entityAt(
  { at, entityId }: { at: Coordinates; entityId: number },
  { loaders }: Context,
) {
  const entity = await loaders.entities.load({ workId: at.workId, id: entityId })
  if (!entity) throw new Error(`There is no entity ${entityId}.`)
  return entity
}

async function snapshotAt(
  { at, entityId }: { at: Coordinates; entityId: number },
  { loaders }: Context,
) {
  const snapshot = await loaders.snapshots.load({ at, id: entityId })
  if (!snapshot) throw new Error(`Entity ${entityId} is no part of the story there.`)
  return snapshot
}

const NameOption = builder.objectRef<OptionAt>('NameOption').implement({
  description: 'Somebody whom a name may mean.',
  fields: (t) => ({
    entity: t.field({
      type: Entity,
      description: 'Who.',
      resolve: (option, _args, context) => entityAt(option, context),
    }),
    score: t.exposeFloat('score', score),
    reasons: t.stringList({ ...reasons, resolve: (option) => [...option.reasons] }),
  }),
})

const CanonNameOption = builder.objectRef<OptionAt>('CanonNameOption').implement({
  description: 'Somebody whom a name may mean, at the coordinates.',
  fields: (t) => ({
    snapshot: t.field({
      type: EntitySnapshot,
      description: 'Who.',
      resolve: (option, _args, context) => snapshotAt(option, context),
    }),
    score: t.exposeFloat('score', score),
    reasons: t.stringList({ ...reasons, resolve: (option) => [...option.reasons] }),
  }),
})

const optionsAt = (options: readonly Option[], at: Coordinates) =>
  options.map((option) => ({ ...option, at }))

const NameResolved = builder.objectRef<Resolved>('NameResolved').implement({
  description: 'Exactly one.',
  fields: (t) => ({
    entity: t.field({
      type: Entity,
      description: 'Who.',
      resolve: (answer, _args, context) => entityAt(answer, context),
    }),
    matchedBy: t.field({
      type: MatchKind,
      description: 'What matched.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
    reasons: t.stringList({ ...reasons, resolve: (answer) => [...answer.reasons] }),
  }),
})

const NameAmbiguous = builder.objectRef<Ambiguous>('NameAmbiguous').implement({
  description: 'Several have the name; present ones come first, tier never decides.',
  fields: (t) => ({
    candidates: t.field({
      type: [NameOption],
      description: 'All of them.',
      resolve: ({ options, at }) => optionsAt(options, at),
    }),
  }),
})

const NameUnknown = builder.objectRef<Unknown>('NameUnknown').implement({
  description: 'Nobody has the name.',
  fields: (t) => ({
    nearest: t.field({
      type: [NameOption],
      description: 'Names like it.',
      resolve: ({ nearest, at }) => optionsAt(nearest, at),
    }),
  }),
})

const CanonNameResolved = builder.objectRef<Resolved>('CanonNameResolved').implement({
  description: 'Exactly one.',
  fields: (t) => ({
    snapshot: t.field({
      type: EntitySnapshot,
      description: 'Who.',
      resolve: (answer, _args, context) => snapshotAt(answer, context),
    }),
    matchedBy: t.field({
      type: MatchKind,
      description: 'What matched.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
    reasons: t.stringList({ ...reasons, resolve: (answer) => [...answer.reasons] }),
  }),
})

const CanonNameAmbiguous = builder.objectRef<Ambiguous>('CanonNameAmbiguous').implement({
  description: 'Several have the name; present ones come first, tier never decides.',
  fields: (t) => ({
    candidates: t.field({
      type: [CanonNameOption],
      description: 'All of them.',
      resolve: ({ options, at }) => optionsAt(options, at),
    }),
  }),
})

const CanonNameUnknown = builder.objectRef<Unknown>('CanonNameUnknown').implement({
  description: 'Nobody has the name at these coordinates.',
  fields: (t) => ({
    nearest: t.field({
      type: [CanonNameOption],
      description: 'Names like it.',
      resolve: ({ nearest, at }) => optionsAt(nearest, at),
    }),
  }),
})

const kinds = { resolved: 'Resolved', ambiguous: 'Ambiguous', unknown: 'Unknown' } as const

const NameResolution = builder.unionType('NameResolution', {
  description: 'Who a name means; several owners are an answer, never a first hit.',
  types: [NameResolved, NameAmbiguous, NameUnknown],
  resolveType: ({ kind }) => `Name${kinds[kind]}`,
})

const CanonNameResolution = builder.unionType('CanonNameResolution', {
  description:
    'Who a name means at the coordinates; several owners are an answer, never a first hit.',
  types: [CanonNameResolved, CanonNameAmbiguous, CanonNameUnknown],
  resolveType: ({ kind }) => `CanonName${kinds[kind]}`,
})

builder.objectField(Work, 'resolveName', (t) =>
  t.field({
    type: NameResolution,
    nullable: true,
    description: 'Who a name means as of a chapter. CHAPTER_NOT_FOUND.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'The name; folded before it is looked up.',
      }),
      type: t.arg({ type: EntityType, description: 'Only entities of this type.' }),
      asOfChapter: t.arg({
        type: 'ChapterNumber',
        required: true,
        description: 'Names in force at the end of this chapter.',
      }),
    },
    resolve: async (work, { asOfChapter, ...asked }, { db }) => {
      const at = await resolveCoordinates(db, work, { chapter: asOfChapter })
      return { ...(await resolveName(db, at, asked)), at }
    },
  }),
)

builder.objectField(CanonView, 'resolveName', (t) =>
  t.field({
    type: CanonNameResolution,
    nullable: true,
    description: 'Who a name means at these coordinates.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'The name; folded before it is looked up.',
      }),
      type: t.arg({ type: EntityType, description: 'Only entities of this type.' }),
    },
    resolve: async (at, asked, { db }) => ({ ...(await resolveName(db, at, asked)), at }),
  }),
)
