/** The nine types (九型), a closed set. */
export const entityTypeNames = [
  'character',
  'character_relation',
  'event',
  'location',
  'item',
  'faction',
  'power_system',
  'world',
  'narrative_state',
] as const
export type EntityTypeName = (typeof entityTypeNames)[number]
