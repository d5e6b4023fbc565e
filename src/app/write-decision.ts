import { appendAudit } from '#db/audit.ts'
import { insertDecision, type Recording } from '#db/decisions.ts'
import { endDrafts, keepConfirmedProposal } from '#db/entity-drafts.ts'
import { requestScan } from '#db/scan-requests.ts'
import { gatherRows } from '#domain/draft/canon-rows.ts'
import type { Confirmation } from '#domain/draft/confirm.ts'
import type { Confirming } from '#domain/draft/decide.ts'
import { lookupKey } from '#domain/text/fold.ts'
import { auditing, type On } from './command.ts'
import type { Deciding } from './confirm-proposals.ts'
import { writeCanonRows } from './write-canon-rows.ts'

interface Writing extends Deciding {
  readonly confirming: readonly Confirming[]
  readonly confirmations: ReadonlyMap<number, Confirmation>
}

/** Writes what a call decided: one decision for what is confirmed, one for what is ignored. */
export async function writeDecided(on: On, writing: Writing) {
  const confirmed = await writeConfirmed(on, writing)
  await writeIgnored(on, writing)
  return {
    canonRevision: confirmed?.revision ?? on.work.canonRevision,
    decisionId: confirmed?.decisionId,
  }
}

async function writeConfirmed(on: On, writing: Writing): Promise<Recording | undefined> {
  const { confirmations, words, timeline } = writing
  if (confirmations.size === 0) return undefined
  const confirmed = [...confirmations.values()]
  const recording = await words.record(on, {
    kind: chosenOf(writing).every(({ edited }) => edited) ? 'EDIT_AND_CONFIRM' : 'CONFIRM',
    note: noteOf(writing.command),
    confirmations: confirmed,
  })
  const rows = gatherRows(confirmed, timeline)
  await writeCanonRows(on.tx, recording, rows)
  await endConfirmed(on, recording, writing)
  const names = rows.aliases.map(({ text }) => lookupKey(text))
  await requestScan(on.tx, recording, names)
  return recording
}

/** What was confirmed: each draft with the proposal that counts now. */
function chosenOf({ command, drafts, confirming, confirmations }: Writing) {
  return confirming.flatMap(({ index, entityId, proposal }) => {
    const draft = drafts.get(index)
    const { confirm, editAndConfirm } = command.items[index]?.decision ?? {}
    const note = confirm?.note ?? editAndConfirm?.note ?? undefined
    return draft && confirmations.has(index)
      ? [{ draft, entityId, proposal, edited: Boolean(editAndConfirm), note }]
      : []
  })
}

async function endConfirmed(on: On, { decisionId, revision }: Recording, writing: Writing) {
  const { tx, work } = on
  const chosen = chosenOf(writing)
  const ids = chosen.map(({ draft }) => draft.id)
  await endDrafts(tx, ids, { workId: work.id, status: 'CONFIRMED', decisionId })
  for (const { draft, proposal } of chosen.filter(({ edited }) => edited)) {
    await keepConfirmedProposal(tx, draft, proposal)
  }
  await appendAudit(
    tx,
    auditing(on),
    chosen.map(({ draft, entityId, proposal, edited, note }) => ({
      action: edited ? 'entityDraft.editAndConfirm' : 'entityDraft.confirm',
      subjectType: 'EntityDraft',
      subjectId: draft.id,
      reason: note,
      canonRevision: revision,
      before: edited ? draft.proposal : undefined,
      after: proposal,
      detail: { entityId, decisionId },
    })),
  )
}

function noteOf({ items }: Deciding['command']): string | undefined {
  const notes = items.flatMap(
    ({ decision: { confirm, editAndConfirm } }) => confirm?.note ?? editAndConfirm?.note ?? [],
  )
  return notes.length > 0 ? [...new Set(notes)].join('\n') : undefined
}

async function writeIgnored(on: On, { command, drafts }: Writing) {
  const ignored = [...drafts].filter(([index]) => command.items[index]?.decision.ignore)
  if (ignored.length === 0) return
  const { tx, work, caller } = on
  const reasonOf = (index: number) => command.items[index]?.decision.ignore?.reason
  const decisionId = await insertDecision(tx, {
    workId: work.id,
    kind: 'IGNORE',
    actorId: caller.actorId,
    note: [...new Set(ignored.map(([index]) => reasonOf(index)))].join('\n'),
  })
  await endDrafts(
    tx,
    ignored.map(([, { id }]) => id),
    { workId: work.id, status: 'IGNORED', decisionId },
  )
  await appendAudit(
    tx,
    auditing(on),
    ignored.map(([index, draft]) => ({
      action: 'entityDraft.ignore',
      subjectType: 'EntityDraft',
      subjectId: draft.id,
      reason: reasonOf(index),
      before: draft.proposal,
    })),
  )
}
