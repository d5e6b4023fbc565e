import type { EntityType } from './entity-type.ts'
import {
  changing,
  listOf,
  number,
  oneOf,
  recommended,
  ref,
  required,
  setOf,
  text,
  words,
} from './field.ts'
import { powerRank } from './records.ts'

export const powerKinds = ['SYSTEM', 'TECHNIQUE'] as const

export const powerSystem: EntityType = {
  name: 'power_system',
  typeName: 'PowerSystem',
  label: '能力体系',
  doc: 'A system of powers, or one technique (招式) of it.',
  keyPrefix: 'power_',
  keyPrefixWhen: { field: 'kind', is: 'TECHNIQUE', prefix: 'skill_' },
  owesClosure: true,
  fields: {
    kind: oneOf(powerKinds, '种类', 'A system, or one technique.')({ initial: 'SYSTEM' }),
    ranks: listOf(
      { is: 'RECORD', record: powerRank },
      '层级',
      'Its ranks, lowest first.',
    )({
      ...required,
      onlyWhen: { field: 'kind', is: 'SYSTEM' },
    }),
    parent: ref(
      ['power_system'],
      '所属体系',
      'The system a technique belongs to.',
    )({ ...recommended, onlyWhen: { field: 'kind', is: 'TECHNIQUE' } }),
    grade: text('品阶', 'Grade of a technique, e.g. 玄阶中品.', changing),
    proficiency: number('熟练度', 'How far it is mastered, where the story counts it.', changing),
    holders: setOf({ is: 'REF', types: ['character', 'faction'] }, '修习者', 'Who masters it.')(),
    rules: listOf(words, '规则', 'How it works.')(recommended),
    limits: listOf(words, '限制', 'What it cannot do, what it costs.')(recommended),
    description: text('说明', 'What readers of the setting should know.'),
  },
}
