import type { Actor as ActorValue } from '#db/actors.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { ActorKind } from './enums.ts'

export const Actor = builder.objectRef<ActorValue>('Actor')

builder.node(Actor, {
  description: 'Who acted.',
  id: { description: 'Opaque and lasting.', resolve: ({ id }) => `${id}` },
  isTypeOf: (value) =>
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'name' in value &&
    !('workId' in value),
  loadOne: (id, { loaders }) =>
    /^\d{1,15}$/.test(id) ? loaders.actors.load(Number(id)) : undefined,
  fields: (t) => ({
    kind: t.field({
      type: ActorKind,
      description: 'A person, an agent or the server.',
      resolve: ({ kind }) => kind,
    }),
    name: t.exposeString('name', { description: 'What it is called.' }),
  }),
})

/** The actor behind a row; every row has one. */
export async function actorOf(id: number, { loaders }: Context): Promise<ActorValue> {
  const actor = await loaders.actors.load(id)
  if (!actor) throw new Error(`There is no actor ${id}.`)
  return actor
}
