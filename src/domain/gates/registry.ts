import { closureGate } from './closure.ts'
import { coverageGate } from './coverage.ts'
import type { EntityConfirm } from './entity-confirm.ts'
import type { Gate } from './gate.ts'
import { referenceGate } from './reference.ts'
import { sourceGate } from './source.ts'

/** Asked whenever a person confirms a draft. A new gate is named here, and its codes appear in the API. */
export const entityConfirmGates: readonly Gate<EntityConfirm>[] = [
  sourceGate,
  referenceGate,
  coverageGate,
  closureGate,
]
