import { printSchemaWithDirectives } from '@graphql-tools/utils'
import { type ASTNode, type GraphQLSchema, type NamedTypeNode, parse, print, visit } from 'graphql'

/** The contract as it is committed: types, fields and arguments by name; unions and enums in the order they are told in. */
export function printContract(schema: GraphQLSchema): string {
  const sorted = visit(parse(printSchemaWithDirectives(schema)), {
    leave: (node: ASTNode) => {
      if (node.kind === 'Document') return { ...node, definitions: byName(node.definitions) }
      if ('fields' in node && node.fields) return { ...node, fields: byName<ASTNode>(node.fields) }
      if (node.kind === 'UnionTypeDefinition')
        return { ...node, types: successFirst(node.types ?? []) }
      if (node.kind === 'FieldDefinition')
        return { ...node, arguments: byName(node.arguments ?? []) }
      return undefined
    },
  })
  return `${print(sorted)}\n`
}

function byName<T extends ASTNode>(nodes: readonly T[]): T[] {
  return [...nodes].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function successFirst(members: readonly NamedTypeNode[]): NamedTypeNode[] {
  const isSuccess = ({ name }: NamedTypeNode) => name.value.endsWith('Success')
  return [...members.filter(isSuccess), ...members.filter((member) => !isSuccess(member))]
}

/** The schema's own definition comes first, then directives, then types. */
function nameOf(node: ASTNode): string {
  if (node.kind === 'SchemaDefinition') return ''
  const name = 'name' in node && node.name && 'value' in node.name ? node.name.value : ''
  return node.kind === 'DirectiveDefinition' ? `@${name}` : name
}
