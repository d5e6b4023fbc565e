export const severities = ['BLOCKING', 'WARNING', 'INFO'] as const
export type Severity = (typeof severities)[number]

/** One thing that a gate found amiss. `code` is stable; `paths` are JSON pointers into the checked payload. */
export interface Finding {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** What to do about it. */
  readonly mend: string
  readonly paths: readonly string[]
}
