import type { EntityType } from './entity-type.ts'

export const narrativeState: EntityType = {
  name: 'narrative_state',
  typeName: 'NarrativeState',
  label: '叙事状态',
  doc: 'The public face of the six aspects: one value, computed from the fact that owns it.',
  keyPrefix: 'state_',
  owesClosure: false,
  computed: true,
  fields: {},
}
