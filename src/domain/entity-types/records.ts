import { entityTypeNames } from './entity-type-name.ts'
import type { RecordSpec } from './field.ts'

export const powerStanding: RecordSpec = {
  name: 'PowerStanding',
  doc: 'Where someone stands in a power system (境界).',
  fields: {
    system: {
      label: '体系',
      doc: 'The power system.',
      shape: { is: 'REF', types: ['power_system'] },
    },
    rank: {
      label: '层级',
      doc: 'Rank as the text names it, e.g. 筑基初期.',
      shape: { is: 'TEXT' },
    },
    ordinal: {
      label: '序',
      doc: 'Position of the rank in the system; higher is stronger.',
      shape: { is: 'NUMBER' },
      integer: true,
    },
  },
}

export const powerRank: RecordSpec = {
  name: 'PowerRank',
  doc: 'One rank of a power system.',
  fields: {
    ordinal: {
      label: '序',
      doc: 'Position in the system; higher is stronger.',
      shape: { is: 'NUMBER' },
      integer: true,
    },
    name: { label: '层级', doc: 'Name of the rank.', shape: { is: 'TEXT' } },
    description: {
      label: '说明',
      doc: 'What distinguishes it.',
      shape: { is: 'TEXT' },
      optional: true,
    },
  },
}

export const eventParticipant: RecordSpec = {
  name: 'EventParticipant',
  doc: 'Who took part in an event, and as what.',
  fields: {
    entity: { label: '参与者', doc: 'Who or what.', shape: { is: 'REF', types: entityTypeNames } },
    role: { label: '角色', doc: 'As what, e.g. 发起者, 受害者.', shape: { is: 'TEXT' } },
  },
}

export const relationEnds = ['SOURCE', 'TARGET'] as const
export type RelationEnd = (typeof relationEnds)[number]

export const formOfAddress: RecordSpec = {
  name: 'FormOfAddress',
  doc: 'How one end of a relation addresses the other, e.g. the target calls the source 师父.',
  fields: {
    speaker: {
      label: '称呼方',
      doc: 'The end that speaks.',
      shape: { is: 'ENUM', values: relationEnds },
    },
    words: { label: '称呼', doc: 'The words used.', shape: { is: 'TEXT' } },
  },
}
