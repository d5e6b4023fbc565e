import { character } from './character.ts'
import { characterRelation } from './character-relation.ts'
import type { EntityType } from './entity-type.ts'
import type { EntityTypeName } from './entity-type-name.ts'
import { event } from './event.ts'
import { faction } from './faction.ts'
import type { Field } from './field.ts'
import { item } from './item.ts'
import { location } from './location.ts'
import { narrativeState } from './narrative-state.ts'
import { powerSystem } from './power-system.ts'
import { world } from './world.ts'

/** Every entity type of the canon. To add a field: one line in the file of its type, then `npm run schema`. */
export const entityTypes: Readonly<Record<EntityTypeName, EntityType>> = {
  character,
  character_relation: characterRelation,
  event,
  location,
  item,
  faction,
  power_system: powerSystem,
  world,
  narrative_state: narrativeState,
}

/** Types that a draft can propose: all but the computed ones. */
export const proposableTypes: readonly EntityType[] = Object.values(entityTypes).filter(
  ({ computed }) => !computed,
)

/** Types that owe a beginning and an end. */
export const closingTypes: readonly EntityType[] = proposableTypes.filter(
  ({ owesClosure }) => owesClosure,
)

export function fieldOf(type: EntityTypeName, name: string): Field | undefined {
  return Object.hasOwn(entityTypes[type].fields, name) ? entityTypes[type].fields[name] : undefined
}

/** Whether the field's level holds, given the other values: ranks are required of kind SYSTEM only. */
export function levelHolds(field: Field, facts: Readonly<Record<string, unknown>>): boolean {
  return field.onlyWhen === undefined || facts[field.onlyWhen.field] === field.onlyWhen.is
}

/** Prefix of a key, by type and, for techniques, by kind. */
export function keyPrefixOf(type: EntityType, facts: Readonly<Record<string, unknown>>): string {
  const { keyPrefix, keyPrefixWhen: when } = type
  return when && facts[when.field] === when.is ? when.prefix : keyPrefix
}
