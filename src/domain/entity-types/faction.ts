import type { EntityType } from './entity-type.ts'
import { changing, listOf, number, recommended, ref, setOf, text, words } from './field.ts'

export const faction: EntityType = {
  name: 'faction',
  typeName: 'Faction',
  label: '组织',
  doc: 'An organisation or power, e.g. 宗门, 家族, 朝廷. Factions form a tree as of every chapter.',
  keyPrefix: 'faction_',
  owesClosure: true,
  fields: {
    kind: text('类别', 'E.g. 宗门, 世家, 帮会, 朝廷.', recommended),
    founding: text('由来', 'How it came to be.'),
    rules: listOf(words, '规矩', 'What its members must obey.')(),
    parent: ref(['faction'], '上级组织', 'Whom it is part of.')({ ...changing, tree: true }),
    leader: ref(['character'], '首领', 'Who leads it.')({ ...changing, ...recommended }),
    headquarters: ref(['location'], '驻地', 'Where it sits.')(changing),
    territory: setOf({ is: 'REF', types: ['location'] }, '领地', 'Places it holds.')(),
    level: number('等级', 'Level in numbers, where the story counts them.', {
      ...changing,
      unit: '级',
    }),
    strength: text('实力', 'How strong it is, e.g. 元婴两人.', changing),
    goal: text('目标', 'What it wants.', { ...changing, ...recommended }),
    description: text('说明', 'What readers of the setting should know.'),
  },
  inverses: {
    members: {
      type: 'character',
      field: 'faction',
      label: '成员',
      doc: 'Characters who belong to it.',
    },
    branches: {
      type: 'faction',
      field: 'parent',
      label: '分支',
      doc: 'Factions that are part of it.',
    },
    holdings: { type: 'item', field: 'holder', label: '持有物', doc: 'Items it holds.' },
  },
}
