import type { Work as WorkValue } from '#db/works.ts'
import {
  AmbiguousAliasError,
  GateFailedError,
  InvalidTransitionError,
  RevisionConflictError,
  SourceMismatchError,
} from '#domain/errors.ts'
import { RevisionNotFoundError } from '#domain/story-time.ts'

/** Input fields and refusals that several mutations have. */
export const idempotencyKey = {
  type: 'IdempotencyKey',
  required: true,
  description: 'Makes a repeated call harmless.',
} as const
export const ofWork = { required: true, description: 'The work.' } as const
export const numberedAt = {
  description:
    'Canon revision at which the caller read the chapter numbers used here; null = the current one.',
}

export const vouch = {
  description:
    "The person's own words for what has no text evidence; they become a setting note and the source.",
}

export const decideErrors = [
  RevisionConflictError,
  InvalidTransitionError,
  GateFailedError,
  AmbiguousAliasError,
  SourceMismatchError,
] as const

/** The revision in whose order chapter numbers are meant. */
export function revisionOf(work: WorkValue, numberedAt: number | null | undefined): number {
  if (numberedAt == null) return work.canonRevision
  if (numberedAt < 0 || numberedAt > work.canonRevision)
    throw new RevisionNotFoundError(numberedAt, work.canonRevision)
  return numberedAt
}
