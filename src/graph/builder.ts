import SchemaBuilder from '@pothos/core'
import DirectivesPlugin from '@pothos/plugin-directives'
import ErrorsPlugin from '@pothos/plugin-errors'
import RelayPlugin from '@pothos/plugin-relay'
import type { Context } from './context.ts'
import { decodeId, encodeId } from './global-id.ts'

/** Types of the schema that the builder cannot infer. Custom scalars are declared in `scalars.ts`. */
interface SchemaTypes {
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    BigInt: { Input: string; Output: string }
    ChapterNumber: { Input: number; Output: number }
    DateTime: { Input: Date; Output: Date }
    IdempotencyKey: { Input: string; Output: string }
    JSON: { Input: unknown; Output: NonNullable<unknown> }
    Sha256: { Input: string; Output: string }
  }
  Directives: {
    requires: { locations: 'FIELD_DEFINITION'; args: { capability: string } }
    cost: { locations: 'FIELD_DEFINITION'; args: { weight?: number; slicing?: string } }
  }
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ErrorsPlugin, RelayPlugin, DirectivesPlugin],
  defaultFieldNullability: false,
  directives: { useGraphQLToolsUnorderedDirectives: true },
  errors: {
    defaultTypes: [],
    directResult: true,
    defaultUnionOptions: {
      name: ({ fieldName }) => `${pascal(fieldName)}Result`,
      description:
        'Success first, then refusals that implement `UserError`; more kinds may be added.',
    },
  },
  relay: {
    cursorType: 'String',
    encodeGlobalID: (typeName, id) => encodeId(typeName, String(id)),
    decodeGlobalID: (id) => decodeId(id),
    nodesOnConnection: { description: 'The rows of the page, without cursors.' },
    idFieldOptions: { description: 'Opaque and lasting; refetch with `node`.' },
    nodeTypeOptions: { description: 'Anything that can be refetched by its global id.' },
    nodeQueryOptions: {
      description: 'Refetch any node by its global id; null where there is none.',
      args: { id: { description: 'Global id.' } },
    },
    nodesQueryOptions: {
      description: 'Refetch up to 100 nodes, in the order asked; unknown ids give null.',
      args: { ids: { description: 'Global ids.' } },
    },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'More rows follow.' },
    hasPreviousPageFieldOptions: { description: 'Rows come before.' },
    startCursorFieldOptions: { description: 'Give it as `before` for the page before.' },
    endCursorFieldOptions: { description: 'Give it as `after` for the next page.' },
    pageInfoFieldOptions: { description: 'Where the page stands.' },
    edgesFieldOptions: { description: 'The rows of the page with their cursors.', nullable: false },
    nodeFieldOptions: { description: 'The row.', nullable: false },
    cursorFieldOptions: { description: 'Opaque position of the row.' },
    firstArgOptions: { description: 'Rows from the front, at most 100.' },
    lastArgOptions: { description: 'Rows from the end, at most 100.' },
    afterArgOptions: { description: 'Cursor of the row before the page.' },
    beforeArgOptions: { description: 'Cursor of the row after the page.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'A row and its position.' },
    brandLoadedObjects: true,
  },
})

builder.queryType({
  description: 'Reads. Root fields are nullable, so that one failure leaves the others alone.',
})
builder.mutationType({
  description:
    'Acts. Each takes one `input` and answers a union: success first, then expected refusals.',
})

/** `character_relation` or `entityEdit` as a type name. */
export function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `PowerStanding` as a field name. */
export function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
