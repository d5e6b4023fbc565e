import type { EntityType } from './entity-type.ts'
import { changing, flag, number, oneOf, recommended, required, setOf, text } from './field.ts'
import { formOfAddress } from './records.ts'

export const polarities = ['POSITIVE', 'NEUTRAL', 'NEGATIVE', 'MIXED'] as const

export const characterRelation: EntityType = {
  name: 'character_relation',
  typeName: 'CharacterRelation',
  label: '人物关系',
  doc: 'A relation between two entities of any types; its ends never change.',
  keyPrefix: 'rel_',
  owesClosure: false,
  relates: true,
  fields: {
    kind: text('关系', 'What the source is to the target, e.g. 师父, 同门, 仇敌.', required),
    directed: flag('有向', 'False = mutual.', { initial: true }),
    stage: text('阶段', 'Stage of the relation, e.g. 初识, 决裂.', {
      ...changing,
      aspect: 'RELATION',
    }),
    polarity: oneOf(polarities, '倾向', 'Whether it is friendly.')({ ...changing, ...recommended }),
    strength: number('强度', "On the author's own scale; 0 is a value.", changing),
    addresses: setOf(
      { is: 'RECORD', record: formOfAddress },
      '称呼',
      'How the ends address each other.',
    )(),
    description: text('说明', 'What the relation rests on.'),
  },
}
