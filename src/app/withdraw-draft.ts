import { appendAudit } from '#db/audit.ts'
import { endDrafts, findDrafts } from '#db/entity-drafts.ts'
import { InvalidTransitionError, NotFoundError, RevisionConflictError } from '#domain/errors.ts'
import { auditing, type On } from './command.ts'

export interface WithdrawDraft {
  readonly draftId: number
  readonly expectedVersion: number
}

/** Takes back one's own pending draft. */
export async function withdrawDraft(on: On, { draftId, expectedVersion }: WithdrawDraft) {
  const [draft] = await findDrafts(on.tx, on.work.id, [draftId])
  if (!draft || draft.submittedBy !== on.caller.actorId)
    throw new NotFoundError(`draft ${draftId} of yours`, ['draftId'])
  if (draft.version !== expectedVersion) {
    throw new RevisionConflictError(
      'version',
      { expected: expectedVersion, actual: draft.version },
      ['expectedVersion'],
    )
  }
  if (draft.status !== 'PENDING') {
    throw new InvalidTransitionError(
      'The draft',
      { from: draft.status, to: 'WITHDRAWN', allowed: [] },
      ['draftId'],
    )
  }
  await endDrafts(on.tx, [draftId], { workId: on.work.id, status: 'WITHDRAWN' })
  await appendAudit(on.tx, auditing(on), [
    {
      action: 'entityDraft.withdraw',
      subjectType: 'EntityDraft',
      subjectId: draftId,
      before: draft.proposal,
    },
  ])
  return { draftId }
}
