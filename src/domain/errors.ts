import type { Finding } from './gates/gate.ts'

/** A refusal the caller can act on: nothing changed, and the message says how to mend it. Anything else thrown is a bug. */
export abstract class Refusal extends Error {
  abstract readonly code: string
  /** Path into the command's input; empty when no field is at fault. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[] = []) {
    super(message)
    this.path = path
  }
}

/** One value that breaks a rule of the input. */
export interface InputIssue {
  readonly path: readonly string[]
  readonly rule: string
  readonly message: string
}

export class InvalidInputError extends Refusal {
  override readonly name = 'InvalidInputError'
  readonly code = 'INVALID_INPUT'
  readonly issues: readonly InputIssue[]

  constructor(issues: readonly InputIssue[]) {
    super(issues.map(({ message }) => message).join(' '), issues[0]?.path)
    this.issues = issues
  }
}

/** Shorthand for the one-issue case. */
export function invalidInput(path: readonly string[], rule: string, message: string) {
  return new InvalidInputError([{ path, rule, message }])
}

export class NotFoundError extends Refusal {
  override readonly name = 'NotFoundError'
  readonly code = 'NOT_FOUND'
  readonly ref: string

  constructor(ref: string, path: readonly string[] = []) {
    super(`There is no ${ref} in this work.`, path)
    this.ref = ref
  }
}

export class AlreadyExistsError extends Refusal {
  override readonly name = 'AlreadyExistsError'
  readonly code = 'ALREADY_EXISTS'
  readonly existingId: string

  constructor(message: string, existingId: string, path: readonly string[] = []) {
    super(message, path)
    this.existingId = existingId
  }
}

export class GateFailedError extends Refusal {
  override readonly name = 'GateFailedError'
  readonly code = 'GATE_FAILED'
  readonly report: GateReport

  constructor(report: GateReport, path: readonly string[] = []) {
    const blocking = report.findings.filter(({ severity }) => severity === 'BLOCKING')
    super(`The gate is shut: ${blocking.map(({ message, mend }) => `${message} ${mend}`).join(' ')}`, path)
    this.report = report
  }
}

/** What a gate answered. `passed` means that no finding is BLOCKING. */
export interface GateReport {
  readonly gate: string
  readonly passed: boolean
  readonly findings: readonly Finding[]
  /** Codes of everything that was checked. */
  readonly checked: readonly string[]
  readonly canonRevision: number
}

/** A file or document that cannot be read; each diagnostic names its place. */
export class MalformedInputError extends Refusal {
  override readonly name = 'MalformedInputError'
  readonly code = 'MALFORMED_INPUT'
  readonly diagnostics: readonly Diagnostic[]

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message)
    this.diagnostics = diagnostics
  }
}

/** `line` and `column` count from 1. */
export interface Diagnostic {
  readonly line: number
  readonly column: number
  readonly code: string
  readonly message: string
}

export class LimitExceededError extends Refusal {
  override readonly name = 'LimitExceededError'
  readonly code = 'LIMIT_EXCEEDED'
  readonly limit: number
  readonly actual: number

  constructor(what: string, { limit, actual }: { limit: number; actual: number }, path: readonly string[] = []) {
    super(`${what}: at most ${limit}, here ${actual}.`, path)
    this.limit = limit
    this.actual = actual
  }
}
