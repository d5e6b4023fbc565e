import type { EntityTypeName } from '../entity-types/entity-type-name.ts'
import { entityTypes, proposableTypes } from '../entity-types/registry.ts'

/** What an entry's type means here, and the facts that come with it. */
export interface CastType {
  readonly type: EntityTypeName
  readonly facts: Readonly<Record<string, unknown>>
}

/** Words of other lists. */
const synonyms: Readonly<Record<string, CastType>> = {
  person: { type: 'character', facts: {} },
  artifact: { type: 'item', facts: { kind: '法宝' } },
  place: { type: 'location', facts: {} },
  organisation: { type: 'faction', facts: {} },
  organization: { type: 'faction', facts: {} },
  势力: { type: 'faction', facts: {} },
  skill: { type: 'power_system', facts: { kind: 'TECHNIQUE' } },
  招式: { type: 'power_system', facts: { kind: 'TECHNIQUE' } },
}

/** Undefined for types that a list cannot hold; relations stand in its `relations`. */
export function castTypeOf(word: string): CastType | undefined {
  const known = proposableTypes.find(
    ({ name, label, relates }) => !relates && (name === word || label === word),
  )
  return known ? { type: known.name, facts: {} } : synonyms[word.toLowerCase()]
}

export const castTypeWords: readonly string[] = [
  ...Object.values(entityTypes)
    .filter(({ relates, computed }) => !relates && !computed)
    .map(({ name }) => name),
  ...Object.keys(synonyms),
]
