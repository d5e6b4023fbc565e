import { appendAudit } from '#db/audit.ts'
import { insertDecision } from '#db/decisions.ts'
import {
  type EntityDraft,
  endDrafts,
  findDrafts,
  keepConfirmedProposal,
} from '#db/entity-drafts.ts'
import { requestScan } from '#db/scan-requests.ts'
import { loadTimeline } from '#db/timelines.ts'
import { findEntities } from '#db/entities.ts'
import type { Confirmation } from '#domain/draft/confirm.ts'
import { type Confirming, decideAll } from '#domain/draft/decide.ts'
import type { ChangeInput } from '#domain/draft/input.ts'
import {
  BulkFailedError,
  type ItemOutcome,
  InvalidTransitionError,
  invalidInput,
  NotFoundError,
  Refusal,
  RevisionConflictError,
} from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import { auditing, type On, requirePerson } from './command.ts'
import { loadCanon, loadCited } from './load-canon.ts'
import { prepareProposals } from './prepare-proposals.ts'
import { type BulkPolicy, refuseTooMany } from './submit-drafts.ts'
import { type Vouching, vouching } from './vouch.ts'
import { writeConfirmations } from './write-confirmations.ts'

interface Words {
  readonly note?: string | null | undefined
  /** The person's own words for what has no text evidence. */
  readonly vouch?: string | null | undefined
}

/** What a person decides about one draft. Exactly one of the three is set. */
export interface DraftDecision {
  readonly confirm?: (Words & { readonly endingDirection?: string | null | undefined }) | null | undefined
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

export interface DecideDrafts {
  readonly items: readonly DecideItem[]
  readonly policy: BulkPolicy
  /** For every confirmed item without words of its own; one setting note serves all. */
  readonly vouch?: string | null | undefined
  /** For every confirmed item whose arc has no ending. */
  readonly endingDirection?: string | null | undefined
}

export interface DecidedDrafts {
  readonly items: readonly ItemOutcome[]
  readonly canonRevision: number
  readonly decisionId: number | undefined
}

/** Decides up to 250 drafts in one decision and one canon revision; the gates run before anything is written. */
export async function decideDrafts(on: On, command: DecideDrafts): Promise<DecidedDrafts> {
  const { items, policy } = command
  requirePerson(on.caller)
  refuseTooMany(items.length)
  const { drafts, refusals } = await loadDecidable(on, items)
  const words = await vouching(on, command)
  const timeline = await loadTimeline(on.tx, on.work, on.work.canonRevision)
  const deciding = { command, drafts, words, timeline }
  const { confirming, refusals: unsound } = await toConfirm(on, deciding)
  const canon = await loadCanon(
    { db: on.tx, work: on.work, now: on.caller.now() },
    confirming,
  )
  const decided = decideAll(confirming, canon, new Map([...refusals, ...unsound]))
  const outcome = outcomes({ items, workId: on.work.id }, drafts, decided.refusals)
  if (decided.refusals.size > 0 && policy === 'ATOMIC') throw new BulkFailedError(outcome)
  const { confirmations } = decided
  const written = await writeDecided(on, { ...deciding, confirming, confirmations })
  return { items: outcome, ...written }
}

/** Drafts that stand as the person saw them, and why the others do not. */
async function loadDecidable({ tx, work }: On, items: readonly DecideItem[]) {
  const known = new Map(
    (await findDrafts(tx, work.id, items.map(({ draftId }) => draftId))).map((draft) => [draft.id, draft]),
  )
  const targets = await findEntities(tx, work.id, [...known.values()].map(({ entityId }) => entityId))
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
      refusals.set(index, invalidInput([...path, 'draftId'], 'TWICE', 'A draft is decided once in a call.'))
    }
  }
  return { drafts, refusals }
}

function refuseUndecidable(
  draft: EntityDraft,
  { expectedVersion, expectedTargetRevision, decision }: DecideItem,
  { current, path }: { readonly current: number; readonly path: readonly string[] },
): Refusal | undefined {
  const given = [decision.confirm, decision.editAndConfirm, decision.ignore].filter((one) => one != null)
  if (given.length !== 1) {
    return invalidInput([...path, 'decision'], 'ONE_DECISION', 'Exactly one of confirm, editAndConfirm, ignore is given.')
  }
  if (draft.version !== expectedVersion) {
    return new RevisionConflictError('version', { expected: expectedVersion, actual: draft.version }, [...path, 'expectedVersion'])
  }
  if (draft.status !== 'PENDING') {
    const to = decision.ignore ? 'IGNORED' : 'CONFIRMED'
    return new InvalidTransitionError('The draft', { from: draft.status, to, allowed: [] }, [...path, 'draftId'])
  }
  if (decision.ignore || draft.operation === 'CREATE') return undefined
  const base = draft.baseRevision || Math.min(current, 1)
  const expected = expectedTargetRevision ?? base
  return base === current && expected === current
    ? undefined
    : new RevisionConflictError('target revision', { expected: Math.min(base, expected), actual: current }, [...path, 'expectedTargetRevision'])
}

interface Deciding {
  readonly command: DecideDrafts
  readonly drafts: ReadonlyMap<number, EntityDraft>
  readonly words: Vouching
  readonly timeline: Timeline
}

/** The proposals that are to be confirmed: as submitted, or as the person edited them. */
async function toConfirm(on: On, { command, drafts, words, timeline }: Deciding) {
  const { tx, work } = on
  const wanted = [...drafts].flatMap(([index, draft]) => {
    const item = command.items[index]
    return item && !item.decision.ignore ? [{ index, draft, decision: item.decision }] : []
  })
  const edits = wanted.flatMap(({ index, draft, decision: { editAndConfirm } }) =>
    editAndConfirm
      ? [{ index, change: editAndConfirm.change, entityId: draft.entityId, path: ['items', `${index}`] }]
      : [],
  )
  const prepared = await prepareProposals(on, edits, timeline)
  const edited = new Map(edits.map(({ index }, at) => [index, prepared[at]]))
  const refusals = new Map<number, Refusal>()
  const standing = wanted.flatMap(({ index, draft, decision }) => {
    const edit = edited.get(index)
    const refusal = edit instanceof Refusal ? edit : edit && refuseOtherTarget(draft, edit)
    if (refusal) refusals.set(index, refusal)
    const proposal = edit instanceof Refusal || !edit ? draft.proposal : edit.proposal
    return refusal ? [] : [{ index, draft, decision, proposal }]
  })
  const cited = await loadCited({ db: tx, work, now: on.caller.now() }, standing.map(({ proposal }) => proposal))
  const confirming = standing.map(
    ({ index, draft, decision, proposal }): Confirming => ({
      index,
      entityId: draft.entityId,
      type: draft.type,
      proposal,
      by: {
        timeline,
        cited,
        vouched: words.citedFor(decision.confirm?.vouch ?? decision.editAndConfirm?.vouch ?? command.vouch),
        endingDirection: decision.confirm?.endingDirection ?? command.endingDirection ?? undefined,
      },
    }),
  )
  return { confirming, refusals }
}

function refuseOtherTarget(draft: EntityDraft, edit: { entityId: number; type: string; proposal: { operation: string } }) {
  const same = edit.entityId === draft.entityId && edit.type === draft.type && edit.proposal.operation === draft.operation
  return same
    ? undefined
    : invalidInput(['change'], 'SAME_TARGET', `An edit keeps the operation (${draft.operation}) and the entity of the draft.`)
}

function outcomes(
  { items, workId }: { readonly items: readonly DecideItem[]; readonly workId: number },
  drafts: ReadonlyMap<number, EntityDraft>,
  refusals: ReadonlyMap<number, Refusal>,
): ItemOutcome[] {
  return items.map(({ draftId }, index) => {
    const draft = drafts.get(index)
    const refusal = refusals.get(index)
    return {
      workId,
      index,
      label: draft?.label,
      draftId: draft && draftId,
      entityId: draft?.entityId,
      errors: refusal ? [refusal] : [],
    }
  })
}

interface Writing extends Deciding {
  readonly confirming: readonly Confirming[]
  readonly confirmations: ReadonlyMap<number, Confirmation>
}

async function writeDecided(on: On, writing: Writing) {
  const confirmed = await writeConfirmed(on, writing)
  await writeIgnored(on, writing)
  return {
    canonRevision: confirmed?.revision ?? on.work.canonRevision,
    decisionId: confirmed?.decisionId,
  }
}

async function writeConfirmed(on: On, writing: Writing) {
  const { command, drafts, confirming, words, timeline, confirmations } = writing
  if (confirmations.size === 0) return undefined
  const { tx, work } = on
  const chosen = confirming.filter(({ index }) => confirmations.has(index))
  const isEdited = (index: number) => Boolean(command.items[index]?.decision.editAndConfirm)
  const recording = await words.record(on, {
    kind: chosen.every(({ index }) => isEdited(index)) ? 'EDIT_AND_CONFIRM' : 'CONFIRM',
    note: noteOf(command),
    confirmations: [...confirmations.values()],
  })
  const written = { confirmations: [...confirmations.values()], timeline }
  const names = await writeConfirmations(tx, recording, written)
  const ids = chosen.flatMap(({ index }) => drafts.get(index)?.id ?? [])
  await endDrafts(tx, ids, { workId: work.id, status: 'CONFIRMED', decisionId: recording.decisionId })
  for (const { index, proposal } of chosen.filter(({ index }) => isEdited(index))) {
    const draft = drafts.get(index)
    if (draft) await keepConfirmedProposal(tx, draft, proposal)
  }
  await requestScan(tx, recording, names)
  await appendAudit(
    tx,
    auditing(on),
    chosen.map(({ index, entityId, proposal }) => ({
      action: isEdited(index) ? 'entityDraft.editAndConfirm' : 'entityDraft.confirm',
      subjectType: 'EntityDraft',
      subjectId: drafts.get(index)?.id,
      reason: command.items[index]?.decision.confirm?.note ?? undefined,
      canonRevision: recording.revision,
      before: isEdited(index) ? drafts.get(index)?.proposal : undefined,
      after: proposal,
      detail: { entityId, decisionId: recording.decisionId },
    })),
  )
  return recording
}

function noteOf({ items }: DecideDrafts): string | undefined {
  const notes = items.flatMap(({ decision: { confirm, editAndConfirm } }) => confirm?.note ?? editAndConfirm?.note ?? [])
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
  await endDrafts(tx, ignored.map(([, { id }]) => id), { workId: work.id, status: 'IGNORED', decisionId })
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
