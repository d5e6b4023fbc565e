import { findEntities } from '#db/entities.ts'
import { type EntityDraft, findDrafts } from '#db/entity-drafts.ts'
import type { ChangeInput } from '#domain/draft/input.ts'
import {
  InvalidTransitionError,
  invalidInput,
  NotFoundError,
  type Refusal,
  RevisionConflictError,
} from '#domain/errors.ts'
import type { On } from './command.ts'

interface Words {
  readonly note?: string | null | undefined
  /** The person's own words for what has no text evidence. */
  readonly vouch?: string | null | undefined
}

/** What a person decides about one draft. Exactly one of the three is set. */
export interface DraftDecision {
  readonly confirm?:
    | (Words & { readonly endingDirection?: string | null | undefined })
    | null
    | undefined
  readonly editAndConfirm?: (Words & { readonly change: ChangeInput }) | null | undefined
  readonly ignore?: { readonly reason: string } | null | undefined
}

export interface DecideItem {
  readonly draftId: number
  readonly expectedVersion: number
  /** Revision of the target that the person saw; not asked of drafts that create. */
  readonly expectedTargetRevision?: number | null | undefined
  readonly decision: DraftDecision
}

/** Drafts that stand as the person saw them, and why the others do not. */
export async function loadDecidable({ tx, work }: On, items: readonly DecideItem[]) {
  const known = new Map(
    (
      await findDrafts(
        tx,
        work.id,
        items.map(({ draftId }) => draftId),
      )
    ).map((draft) => [draft.id, draft]),
  )
  const targets = await findEntities(
    tx,
    work.id,
    [...known.values()].map(({ entityId }) => entityId),
  )
  const revisions = new Map(targets.map(({ id, revision }) => [id, revision]))
  const drafts = new Map<number, EntityDraft>()
  const refusals = new Map<number, Refusal>()
  for (const [index, item] of items.entries()) {
    const draft = known.get(item.draftId)
    const path = ['items', `${index}`]
    const refusal = draft
      ? refuseUndecidable(draft, item, { current: revisions.get(draft.entityId) ?? 0, path })
      : new NotFoundError(`draft ${item.draftId}`, [...path, 'draftId'])
    if (draft) drafts.set(index, draft)
    if (refusal) refusals.set(index, refusal)
    else if (items.findIndex(({ draftId }) => draftId === item.draftId) !== index) {
      refusals.set(
        index,
        invalidInput([...path, 'draftId'], 'TWICE', 'A draft is decided once in a call.'),
      )
    }
  }
  return { drafts, refusals }
}

function refuseUndecidable(
  draft: EntityDraft,
  { expectedVersion, expectedTargetRevision, decision }: DecideItem,
  { current, path }: { readonly current: number; readonly path: readonly string[] },
): Refusal | undefined {
  const given = [decision.confirm, decision.editAndConfirm, decision.ignore].filter(
    (one) => one != null,
  )
  if (given.length !== 1) {
    return invalidInput(
      [...path, 'decision'],
      'ONE_DECISION',
      'Exactly one of confirm, editAndConfirm, ignore is given.',
    )
  }
  if (draft.version !== expectedVersion) {
    return new RevisionConflictError(
      'version',
      { expected: expectedVersion, actual: draft.version },
      [...path, 'expectedVersion'],
    )
  }
  if (draft.status !== 'PENDING') {
    const to = decision.ignore ? 'IGNORED' : 'CONFIRMED'
    return new InvalidTransitionError('The draft', { from: draft.status, to, allowed: [] }, [
      ...path,
      'draftId',
    ])
  }
  if (decision.ignore || draft.operation === 'CREATE') return undefined
  const base = draft.baseRevision || Math.min(current, 1)
  const expected = expectedTargetRevision ?? base
  return base === current && expected === current
    ? undefined
    : new RevisionConflictError(
        'target revision',
        { expected: Math.min(base, expected), actual: current },
        [...path, 'expectedTargetRevision'],
      )
}
