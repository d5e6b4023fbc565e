import type { Severity } from './gates/gate.ts'

/** Something an import found that a person should know. `line` counts from 1. */
export interface ImportAnomaly {
  /** E.g. `CHAPTER_GAP`, `CONTENTS_LIST`, `ALIAS_SHARED`. */
  readonly kind: string
  readonly severity: Severity
  readonly line: number | undefined
  readonly message: string
}

/** Nothing is silently dropped: in = out + rejected. */
export interface ImportCount {
  /** E.g. `characters of text`, `entities`. */
  readonly unit: string
  readonly in: number
  readonly out: number
  readonly rejected: number
}

/** What an import left out, as it stood. */
export interface ImportReject {
  readonly line: number | undefined
  readonly content: string
  readonly code: string
  readonly message: string
}
