import { appendAudit } from '#db/audit.ts'
import {
  type EntityDraft,
  endDrafts,
  insertChangeset,
  insertDrafts,
  type NewDraft,
} from '#db/entity-drafts.ts'
import type { DraftOrigin } from '#domain/draft/proposal.ts'
import { auditing, type On } from './command.ts'

/** A draft to be stored, and the pending one whose place it takes. */
export interface Storing {
  readonly draft: NewDraft
  readonly replaces: EntityDraft | undefined
}

/** Stores drafts as one changeset, ends what they replace, and writes all of it down in the audit. */
export async function storeDrafts(on: On, origin: DraftOrigin, storing: readonly Storing[]) {
  const { tx, work, caller } = on
  const workId = work.id
  const changesetId = await insertChangeset(tx, { workId, origin, submittedBy: caller.actorId })
  const drafts = storing.map(({ draft }) => draft)
  const draftIds = await insertDrafts(tx, { workId, changesetId }, drafts)
  for (const [index, { replaces }] of storing.entries()) {
    const replacedBy = draftIds[index]
    if (replaces) await endDrafts(tx, [replaces.id], { workId, status: 'SUPERSEDED', replacedBy })
  }
  await appendAudit(
    tx,
    auditing(on),
    drafts.map(({ proposal, reason }, index) => ({
      action: 'entityDraft.submit',
      subjectType: 'EntityDraft',
      subjectId: draftIds[index],
      reason,
      after: proposal,
      detail: { origin, changesetId },
    })),
  )
  return { changesetId, draftIds }
}
