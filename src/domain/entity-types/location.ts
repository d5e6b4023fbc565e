import type { EntityType } from './entity-type.ts'
import { changing, listOf, recommended, ref, text, words } from './field.ts'

export const location: EntityType = {
  name: 'location',
  typeName: 'Location',
  label: '地点',
  doc: 'A place of the story. Locations form a tree as of every chapter.',
  keyPrefix: 'loc_',
  owesClosure: true,
  fields: {
    kind: text('类别', 'E.g. 城, 山, 宗门驻地, 秘境.', recommended),
    parent: ref(
      ['location'],
      '上级地点',
      'The place it lies in.',
    )({ ...changing, ...recommended, tree: true }),
    controlledBy: ref(['faction', 'character'], '归属', 'Who controls it.')(changing),
    condition: text('状况', 'State of the place, e.g. 城破, 荒废.', changing),
    features: listOf(words, '特征', 'What one finds there, e.g. 三面环水.')(),
    climate: text('气候', 'Weather and season.'),
    description: text('说明', 'What readers of the setting should know.'),
  },
  inverses: {
    occupants: {
      type: 'character',
      field: 'location',
      label: '在此之人',
      doc: 'Characters who are here.',
    },
    sublocations: { type: 'location', field: 'parent', label: '下级地点', doc: 'Places inside.' },
    itemsHere: { type: 'item', field: 'location', label: '在此之物', doc: 'Items that lie here.' },
  },
}
