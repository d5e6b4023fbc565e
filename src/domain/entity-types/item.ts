import type { EntityType } from './entity-type.ts'
import { changing, listOf, number, recommended, ref, setOf, text, words } from './field.ts'

export const item: EntityType = {
  name: 'item',
  typeName: 'Item',
  label: '物品',
  doc: 'A thing that can be held, lost or used up.',
  keyPrefix: 'item_',
  owesClosure: true,
  fields: {
    kind: text('类别', 'E.g. 兵器, 丹药, 信物.', recommended),
    origin: text('来历', 'Who made it, where it came from.'),
    appearance: text('外观', 'What one sees.'),
    grade: text('品阶', 'Grade, e.g. 玄阶下品.', changing),
    level: number('等级', 'Level in numbers, where the story counts them.', {
      ...changing,
      unit: '级',
    }),
    charges: number('次数', 'How often it can still be used.', { ...changing, unit: '次' }),
    holder: ref(
      ['character', 'faction'],
      '持有者',
      'Who has it; the one owner of this fact.',
    )({ ...changing, ...recommended, aspect: 'POSSESSION' }),
    location: ref(['location'], '所在地', 'Where it lies when nobody holds it.')(changing),
    condition: text('状况', 'E.g. 完好, 断为两截.', changing),
    sealedBy: setOf(words, '封印', 'What keeps it from being used.')(),
    effects: listOf(words, '效用', 'What it does.')(recommended),
    limits: listOf(words, '限制', 'What it cannot do, what it costs.')(),
    description: text('说明', 'What readers of the setting should know.'),
  },
}
