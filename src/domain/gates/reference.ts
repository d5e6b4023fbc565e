import type { EntityConfirm } from './entity-confirm.ts'
import type { Gate } from './gate.ts'

/** Nothing canonical points at what is no part of the canon. */
export const referenceGate: Gate<EntityConfirm> = {
  name: 'reference',
  codes: ['REF_NOT_CANONICAL'],
  check: ({ unknownRefs }) =>
    unknownRefs.map(({ name }) => ({
      code: 'REF_NOT_CANONICAL',
      severity: 'BLOCKING',
      message: `${name} is no part of the canon.`,
      mend: `Confirm the draft of ${name} first, or in the same call.`,
      paths: [],
    })),
}
