import type { Field } from '../entity-types/field.ts'
import { levelHolds } from '../entity-types/registry.ts'
import type { EntityConfirm } from './entity-confirm.ts'
import type { Finding, Gate } from './gate.ts'

/** Required fields are there or openly doubted; recommended ones are reported. */
export const coverageGate: Gate<EntityConfirm> = {
  name: 'coverage',
  codes: ['FIELD_MISSING', 'FIELD_RECOMMENDED'],
  check: ({ type, facts, hasField, coverageOf, doubts }) => {
    const doubted = new Set(doubts.map(({ path }) => path))
    return Object.entries(type.fields)
      .filter(([name, field]) => coverageOf.includes(name) && levelHolds(field, facts))
      .filter(([name]) => !hasField(name) && !doubted.has(name))
      .flatMap(([name, field]) => missing(name, field))
  },
}

function missing(name: string, { level, label, doc }: Field): Finding[] {
  const paths = [`/facts/${name}`]
  if (level === 'REQUIRED') {
    return [
      {
        code: 'FIELD_MISSING',
        severity: 'BLOCKING',
        message: `${label} (${name}) is required.`,
        mend: `Give it (${doc}), or declare a doubt: 字段存疑：reason.`,
        paths,
      },
    ]
  }
  if (level === 'OPTIONAL') return []
  return [
    {
      code: 'FIELD_RECOMMENDED',
      severity: 'INFO',
      message: `${label} (${name}) is recommended.`,
      mend: `Give it when the text tells: ${doc}`,
      paths,
    },
  ]
}
