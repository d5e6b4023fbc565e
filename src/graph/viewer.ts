import { Actor, actorOf } from './actor.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'
import { Capability } from './enums.ts'

const Viewer = builder.objectRef<Context>('Viewer').implement({
  description: 'Who is calling, and what the caller may do.',
  fields: (t) => ({
    actor: t.field({
      type: Actor,
      description: 'Who.',
      resolve: (context) => actorOf(context.caller.actorId, context),
    }),
    capabilities: t.field({
      type: [Capability],
      description: 'What the caller may do.',
      resolve: ({ capabilities }) => [...capabilities],
    }),
  }),
})

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who is calling, and what the caller may do.',
    resolve: (_root, _args, context) => context,
  }),
)
