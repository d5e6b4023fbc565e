export const severities = ['BLOCKING', 'WARNING', 'INFO'] as const
export type Severity = (typeof severities)[number]

/** One thing that a gate found amiss. `code` is stable; `paths` are JSON pointers into the checked payload. */
export interface Finding {
  readonly code: string
  /** BLOCKING shuts the gate; the others are reported. */
  readonly severity: Severity
  readonly message: string
  /** What to do about it. */
  readonly mend: string
  readonly paths: readonly string[]
}

export interface Gate<Input> {
  readonly name: string
  /** Codes of everything it checks. */
  readonly codes: readonly string[]
  readonly check: (input: Input) => readonly Finding[]
}

/** What a gate answered; `passed` = no finding is BLOCKING. */
export interface GateReport {
  readonly gate: string
  readonly passed: boolean
  readonly findings: readonly Finding[]
  readonly checked: readonly string[]
  readonly evaluatedAt: Date
  readonly canonRevision: number
}

/** Asks every gate of an occasion; all findings at once. */
export function askGates<Input>(gates: readonly Gate<Input>[], input: Input) {
  const findings = gates.flatMap((gate) => gate.check(input))
  return {
    passed: findings.every(({ severity }) => severity !== 'BLOCKING'),
    findings,
    checked: gates.flatMap(({ codes }) => codes),
  }
}
