import type { FieldRef } from '@pothos/core'
import { type PageInfoShape, resolveCursorConnection } from '@pothos/plugin-relay'
import { GraphQLError } from 'graphql'
import type { Page } from '#db/page.ts'
import type { builder } from './builder.ts'

export const maxPage = 100

export interface PageArguments {
  readonly first?: number | null | undefined
  readonly last?: number | null | undefined
  readonly after?: string | null | undefined
  readonly before?: string | null | undefined
}

export interface KeysetOptions<Row> {
  /** Name of the list; a cursor of another list is refused. */
  readonly list: string
  readonly args: PageArguments
  readonly defaultSize?: number
  readonly keyOf: (row: Row) => string | number
  readonly load: (page: Page) => Promise<readonly Row[]>
  /** Asked only when `totalCount` is selected. */
  readonly count: () => Promise<number>
}

export interface KeysetPage<Row> {
  readonly edges: readonly { readonly cursor: string; readonly node: Row }[]
  readonly pageInfo: PageInfoShape
  readonly count: () => Promise<number>
}

/** A page by keyset: the cursor is the key of a row, so that nothing drifts while rows come and go. */
export async function keyset<Row>(options: KeysetOptions<Row>): Promise<KeysetPage<Row>> {
  const { list, args, keyOf, load, count } = options
  const page = await resolveCursorConnection(
    {
      args: checkArguments(args),
      defaultSize: options.defaultSize ?? 20,
      maxSize: maxPage,
      toCursor: (row) => encodeCursor(list, keyOf(row as Row)),
    },
    async ({ before, after, limit, inverted }): Promise<NonNullable<unknown>[]> => {
      const rows = await load({
        limit,
        after: after === undefined ? undefined : decodeCursor(list, after),
        before: before === undefined ? undefined : decodeCursor(list, before),
        backward: inverted,
      })
      return [...rows] as NonNullable<unknown>[]
    },
  )
  return { ...(page as unknown as Omit<KeysetPage<Row>, 'count'>), count }
}

/** Names of a node's connection and edge, with the field that counts the rows of all pages. */
export function connectionOf(node: string, rows: string) {
  return [
    {
      name: `${node}Connection`,
      fields: (t: CountsRows) => ({
        totalCount: t.int({
          description: `${rows} in all pages.`,
          resolve: (page: object) => (page as KeysetPage<unknown>).count(),
        }),
      }),
    },
    { name: `${node}Edge` },
  ] as const
}

/** The part of a field builder that counting needs, whatever the rows. */
interface CountsRows {
  int(options: {
    description: string
    resolve: (page: object) => Promise<number>
  }): FieldRef<(typeof builder)['$inferSchemaTypes'], number, 'Object'>
}

function checkArguments(args: PageArguments) {
  for (const name of ['first', 'last'] as const) {
    const size = args[name]
    if (size != null && (size < 0 || size > maxPage))
      throw badInput(`${name} must be 0 to ${maxPage}, not ${size}.`)
  }
  if (args.first != null && args.last != null) throw badInput('Give first or last, not both.')
  return args
}

function encodeCursor(list: string, key: string | number): string {
  return Buffer.from(JSON.stringify([list, key])).toString('base64url')
}

function decodeCursor(list: string, cursor: string): string | number {
  try {
    const [of, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of === list && (typeof key === 'string' || typeof key === 'number')) return key
  } catch {
    // falls through: whatever it is, it is no cursor of this list
  }
  throw badInput('This cursor belongs to another list; take one from its `pageInfo` or `edges`.')
}

export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
}
