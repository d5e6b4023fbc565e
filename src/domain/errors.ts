import type { GateReport } from './gates/gate.ts'

/** A refusal the caller can act on: nothing changed, and the message says how to mend it. Anything else thrown is a bug. */
export abstract class Refusal extends Error {
  abstract readonly code: string
  /** Path into the command's input; empty when no field is at fault. */
  readonly path: readonly string[]

  constructor(message: string, path: readonly string[] = []) {
    super(message)
    this.path = path
  }

  /** Plain data with the message, so that an answer can be stored and told again. */
  toJSON(): object {
    return { ...this, message: this.message }
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
    super(
      `The gate is shut: ${blocking.map(({ message, mend }) => `${message} ${mend}`).join(' ')}`,
      path,
    )
    this.report = report
  }
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

  constructor(
    what: string,
    { limit, actual }: { limit: number; actual: number },
    path: readonly string[] = [],
  ) {
    super(`${what}: at most ${limit}, here ${actual}.`, path)
    this.limit = limit
    this.actual = actual
  }
}

/** The row moved on after the caller read it, or is decided already. */
export class RevisionConflictError extends Refusal {
  override readonly name = 'RevisionConflictError'
  readonly code = 'REVISION_CONFLICT'
  readonly expected: number
  readonly actual: number

  constructor(
    what: string,
    { expected, actual }: { expected: number; actual: number },
    path: readonly string[] = [],
  ) {
    super(
      `You decided on ${what} ${expected}; it is at ${actual}. Read it again and decide anew.`,
      path,
    )
    this.expected = expected
    this.actual = actual
  }
}

export class InvalidTransitionError extends Refusal {
  override readonly name = 'InvalidTransitionError'
  readonly code = 'INVALID_TRANSITION'
  readonly from: string
  readonly to: string
  readonly allowed: readonly string[]

  constructor(
    what: string,
    move: { from: string; to: string; allowed: readonly string[] },
    path: readonly string[] = [],
  ) {
    const instead =
      move.allowed.length > 0 ? `it can become ${move.allowed.join(', ')}` : 'that is final'
    super(`${what} is ${move.from} and cannot become ${move.to}; ${instead}.`, path)
    this.from = move.from
    this.to = move.to
    this.allowed = move.allowed
  }
}

/** A name that several entities have; the caller chooses by id or key. */
export class AmbiguousAliasError extends Refusal {
  override readonly name = 'AmbiguousAliasError'
  readonly code = 'AMBIGUOUS_ALIAS'
  readonly alias: string
  readonly workId: number
  readonly matches: readonly number[]

  constructor(
    alias: string,
    of: { readonly workId: number; readonly entityIds: readonly number[] },
  ) {
    super(
      `${alias} means ${of.entityIds.length} entities; name one by id or key, or give its type.`,
    )
    this.alias = alias
    this.workId = of.workId
    this.matches = of.entityIds
  }
}

/** The cited words do not stand at the cited place. */
export class SourceMismatchError extends Refusal {
  override readonly name = 'SourceMismatchError'
  readonly code = 'SOURCE_MISMATCH'
  readonly expectedSha256: string | undefined
  readonly actualSha256: string | undefined

  constructor(
    message: string,
    hashes: { expected?: string | undefined; actual?: string | undefined },
    path: readonly string[] = [],
  ) {
    super(message, path)
    this.expectedSha256 = hashes.expected
    this.actualSha256 = hashes.actual
  }
}

/** Another item of the same call, to which this one refers, failed. */
export class DependencyFailedError extends Refusal {
  override readonly name = 'DependencyFailedError'
  readonly code = 'DEPENDENCY_FAILED'
  readonly failedIndex: number

  constructor(failedIndex: number, path: readonly string[] = []) {
    super(
      `It refers to item ${failedIndex} of this call, which failed. Mend that one and send both again.`,
      path,
    )
    this.failedIndex = failedIndex
  }
}

export const idempotencyReasons = ['PARAMETER_MISMATCH', 'IN_PROGRESS'] as const

/** The key was used for another input, or its first request is still running. */
export class IdempotencyError extends Refusal {
  override readonly name = 'IdempotencyError'
  readonly code = 'IDEMPOTENCY'
  readonly reason: (typeof idempotencyReasons)[number]

  constructor(reason: (typeof idempotencyReasons)[number]) {
    super(
      reason === 'IN_PROGRESS'
        ? 'The first request with this idempotency key is still running; ask again in a moment.'
        : 'This idempotency key was used with another input; make a new key for a new request.',
      ['idempotencyKey'],
    )
    this.reason = reason
  }
}

/** One item of a bulk call, in input order. */
export interface ItemOutcome {
  readonly workId: number
  readonly index: number
  readonly label: string | undefined
  readonly draftId: number | undefined
  readonly entityId: number | undefined
  readonly errors: readonly Refusal[]
}

/** An ATOMIC bulk call in which an item failed: nothing was applied. */
export class BulkFailedError extends Refusal {
  override readonly name = 'BulkFailedError'
  readonly code = 'BULK_FAILED'
  readonly items: readonly ItemOutcome[]

  constructor(items: readonly ItemOutcome[]) {
    const failed = items.filter(({ errors }) => errors.length > 0)
    const first = failed[0]?.errors[0]
    super(
      `${failed.length} of ${items.length} items failed, so none was applied. Item ${failed[0]?.index}: ${first?.message}`,
      ['items'],
    )
    this.items = items
  }
}
