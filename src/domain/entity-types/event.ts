import type { EntityType } from './entity-type.ts'
import { entityTypeNames } from './entity-type-name.ts'
import { flag, listOf, recommended, ref, required, setOf, text } from './field.ts'
import { eventParticipant } from './records.ts'

export const event: EntityType = {
  name: 'event',
  typeName: 'Event',
  label: '事件',
  doc: 'Something that happened; the chapter in which it happens is the start of its validity.',
  keyPrefix: 'event_',
  owesClosure: true,
  fields: {
    kind: text('类别', 'E.g. 战役, 结义, 比试.'),
    trigger: text('起因', 'What set it off.', recommended),
    action: text('经过', 'What was done; never a summary of prose.', required),
    result: text('结果', 'What came of it.', recommended),
    irreversible: flag('不可逆', 'Whether it can be undone in the story.', { initial: false }),
    location: ref(['location'], '地点', 'Where it happened.')(recommended),
    participants: setOf(
      { is: 'RECORD', record: eventParticipant },
      '参与者',
      'Who took part, and as what.',
    )({ temporal: 'CHANGING', ...recommended }),
    causes: listOf({ is: 'REF', types: entityTypeNames }, '前因', 'What led to it.')(),
    description: text('说明', 'What readers of the setting should know.'),
  },
}
