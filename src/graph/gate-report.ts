import type { Finding as FindingValue, GateReport as GateReportValue } from '#domain/gates/gate.ts'
import { builder } from './builder.ts'
import { Severity } from './enums.ts'

const Finding = builder.objectRef<FindingValue>('Finding').implement({
  description: 'One thing that a gate found amiss.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Stable, e.g. `ARC_ENTRANCE_MISSING`, `ARC_ENDING_MISSING`, `SOURCE_MISSING`.',
    }),
    severity: t.field({
      type: Severity,
      description: 'BLOCKING shuts the gate.',
      resolve: ({ severity }) => severity,
    }),
    message: t.exposeString('message', { description: 'What is amiss.' }),
    mend: t.exposeString('mend', { description: 'What to do about it.' }),
    paths: t.exposeStringList('paths', { description: 'JSON pointers into the checked payload.' }),
  }),
})

export const GateReport = builder.objectRef<GateReportValue>('GateReport').implement({
  description: 'What a gate answered.',
  fields: (t) => ({
    gate: t.exposeString('gate', { description: 'The occasion, e.g. `ENTITY_CONFIRM`.' }),
    passed: t.exposeBoolean('passed', { description: 'No finding is BLOCKING.' }),
    findings: t.field({
      type: [Finding],
      description: 'Only what is not satisfied.',
      resolve: ({ findings }) => [...findings],
    }),
    checked: t.exposeStringList('checked', {
      description: 'Codes of everything that was checked.',
    }),
    evaluatedAt: t.expose('evaluatedAt', { type: 'DateTime', description: 'When it was asked.' }),
    canonRevision: t.exposeInt('canonRevision', { description: 'Revision it was asked at.' }),
  }),
})
