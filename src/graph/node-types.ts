import { entityTypes, proposableTypes } from '#domain/entity-types/registry.ts'

/** Names of the graph types that are entities. */
export const entityTypeNodes: readonly string[] = proposableTypes.map(({ typeName }) => typeName)

/** The graph type of an entity of the registry's type. */
export function nodeTypeOf(type: keyof typeof entityTypes): string {
  return entityTypes[type].typeName
}
