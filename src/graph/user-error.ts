import type { Refusal } from '#domain/errors.ts'
import { builder } from './builder.ts'

export const UserError = builder.interfaceRef<Refusal>('UserError').implement({
  description:
    'An expected refusal: nothing changed, and the message says how to mend it. Select `... on UserError { code message path }` in every mutation: it also catches kinds added later.',
  resolveType: ({ name }) => name,
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable, e.g. `REVISION_CONFLICT`.' }),
    message: t.exposeString('message', { description: 'For people; may change.' }),
    path: t.exposeStringList('path', {
      description: 'Path into `input`; empty when no field is at fault.',
    }),
  }),
})
