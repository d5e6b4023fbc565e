import type { Coordinates } from '#db/coordinates.ts'
import { nameAmong } from '#domain/draft/names.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { EntityType } from './enums.ts'
import { globalId } from './global-id.ts'

/** A reference to an entity, seen from coordinates; without them from the authoring view. */
export interface RefValue {
  readonly workId: number
  readonly id: number
  readonly at: Coordinates | undefined
}

export const EntityRef = builder.objectRef<RefValue>('EntityRef')

EntityRef.implement({
  description: 'A reference inside facts; it stays at the coordinates of what refers.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of the entity in the authoring view.',
      resolve: async (ref, _args, { loaders }) => {
        const entity = await loaders.entities.load(ref)
        return globalId(entityTypes[entity?.type ?? 'character'].typeName, ref)
      },
    }),
    key: t.string({
      description: 'Its key.',
      resolve: async (ref, _args, { loaders }) => (await loaders.entities.load(ref))?.key ?? '',
    }),
    type: t.field({
      type: EntityType,
      description: 'Its type.',
      resolve: async (ref, _args, { loaders }) =>
        (await loaders.entities.load(ref))?.type ?? 'character',
    }),
    name: t.string({
      description: 'Its name at these coordinates; in the authoring view at the head.',
      resolve: (ref, _args, context) => nameOf(ref, context),
    }),
  }),
})

/** The name as of the coordinates: of somebody who enters the story later the first one, never a later one. */
export async function nameOf(ref: RefValue, { loaders }: Context): Promise<string> {
  const { at, workId, id } = ref
  if (!at) return (await loaders.entities.load(ref))?.name ?? ''
  const inForce = nameAmong(await loaders.aliases.load({ at, id }))
  if (inForce) return inForce.text
  const names = (await loaders.allAliases.load({ workId, id })).filter(
    ({ kind }) => kind === 'NAME',
  )
  const first = names.reduce<(typeof names)[number] | undefined>(
    (earliest, name) => (earliest && earliest.range.from <= name.range.from ? earliest : name),
    undefined,
  )
  return first?.text ?? ''
}
