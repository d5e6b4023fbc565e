import type { EntityType } from './entity-type.ts'
import { entityTypeNames } from './entity-type-name.ts'
import {
  changing,
  flag,
  listOf,
  number,
  recommended,
  record,
  ref,
  setOf,
  text,
  words,
} from './field.ts'
import { powerStanding } from './records.ts'

export const character: EntityType = {
  name: 'character',
  typeName: 'Character',
  label: '人物',
  doc: 'A person of the story, or what acts as one.',
  keyPrefix: '',
  owesClosure: true,
  isPerson: true,
  fields: {
    isProtagonist: flag('主角', 'Whether the story is told about this person.', { initial: false }),
    gender: text('性别', 'E.g. 男, 女.', recommended),
    age: number('年龄', 'Age as of the chapter.', { ...changing, unit: '岁' }),
    origin: text('出身', 'Family and place of birth, e.g. 涿郡屠户.'),
    identity: text('身份', 'Who this person is, e.g. 中山靖王之后.', recommended),
    appearance: text('外貌', 'What one sees, e.g. 面如重枣.', recommended),
    personality: listOf(words, '性格', 'Lasting traits, e.g. 重义, 多疑.')(recommended),
    background: text('身世', 'What happened before the story.'),
    speechStyle: text('语言风格', 'How this person talks, e.g. 文白相间, 好用反问.'),
    strengths: listOf(words, '特长', 'What this person does well, e.g. 箭术.')(),
    weaknesses: listOf(words, '弱点', 'What brings this person down, e.g. 嗜酒.')(),
    goldenFinger: text('金手指', 'The unfair advantage of a web-novel hero, e.g. 随身空间.'),
    description: text('简介', 'One paragraph for readers of the setting.'),
    motivation: text('动机', 'What this person wants as of the chapter.', {
      ...changing,
      ...recommended,
    }),
    office: text('职位', 'Office or trade, e.g. 豫州牧, 外门弟子.', changing),
    power: record(
      powerStanding,
      '境界',
      'Standing in a power system.',
    )({ ...changing, aspect: 'POWER' }),
    level: number('等级', 'Level in numbers, where the story counts them.', {
      ...changing,
      unit: '级',
    }),
    location: ref(
      ['location'],
      '所在地',
      'Where this person is.',
    )({ ...changing, aspect: 'LOCATION' }),
    faction: ref(['faction'], '所属势力', 'Whom this person belongs to.')(changing),
    belongings: setOf(
      words,
      '随身物',
      'Things that are no entity, e.g. 三百两银票.',
    )({ aspect: 'POSSESSION' }),
    knowledge: setOf(
      { is: 'WORDS_OR_REF', types: entityTypeNames },
      '知情',
      'Secrets and facts this person knows.',
    )({ aspect: 'KNOWLEDGE' }),
    injuries: setOf(
      words,
      '伤势',
      'Wounds and ills in force, e.g. 左臂箭伤.',
    )({
      aspect: 'CONDITION',
    }),
    alive: flag('在世', 'False from the chapter of death on.', {
      ...changing,
      initial: true,
      aspect: 'CONDITION',
    }),
  },
  inverses: {
    possessions: {
      type: 'item',
      field: 'holder',
      label: '持有物',
      doc: 'Items this person holds.',
    },
    techniques: {
      type: 'power_system',
      field: 'holders',
      label: '招式',
      doc: 'Techniques this person masters.',
    },
  },
}
