import type { EntityType } from './entity-type.ts'
import { listOf, required, text, words } from './field.ts'

export const world: EntityType = {
  name: 'world',
  typeName: 'World',
  label: '世界规则',
  doc: 'What holds for the whole world of the story.',
  keyPrefix: 'world_',
  owesClosure: false,
  fields: {
    rules: listOf(words, '规则', 'What always holds, e.g. 凡人不得入内城.')(required),
    geography: text('地理', 'How the world is laid out.'),
    history: text('历史', 'What happened before the story.'),
    calendar: text('历法', 'How time is counted, and which year it is.'),
    economy: text('货币', 'What one pays with, e.g. 一块中品灵石抵百块下品.'),
    taboos: listOf(words, '禁忌', 'What must not be done.')(),
    description: text('说明', 'What readers of the setting should know.'),
  },
}
