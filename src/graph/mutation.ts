import type { InputRef, ObjectRef } from '@pothos/core'
import { type Capability, ForbiddenError } from '#app/command.ts'
import type { Refusal } from '#domain/errors.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'

type SchemaTypes = (typeof builder)['$inferSchemaTypes']

interface MutationOptions<Input, Success> {
  readonly capability: Exclude<Capability, 'READ'>
  readonly description: string
  readonly input: InputRef<Input>
  readonly success: ObjectRef<SchemaTypes, Success>
  readonly errors: readonly (new (...args: never[]) => Refusal)[]
  readonly resolve: (input: Input, context: Context) => Promise<Success>
}

/** Every mutation is made here: one input, one result union, one capability that is printed and checked. */
export function mutation<Input, Success>(
  name: string,
  options: MutationOptions<Input, Success>,
): void {
  const { capability, description, input, success, errors, resolve } = options
  builder.mutationField(name, (t) =>
    t.field({
      type: success as ObjectRef<SchemaTypes, NonNullable<unknown>>,
      nullable: true,
      description: `${description} Needs ${capability}.`,
      directives: { requires: { capability } },
      errors: { types: [...errors] as (new () => Refusal)[] },
      args: { input: t.arg({ type: input, required: true, description: 'What is asked for.' }) },
      resolve: async (_root, args, context) => {
        if (!context.capabilities.includes(capability)) throw new ForbiddenError()
        return (await resolve((args as { input: Input }).input, context)) as NonNullable<unknown>
      },
    }),
  )
}
