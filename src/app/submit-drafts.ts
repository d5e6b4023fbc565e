import { appendAudit } from '#db/audit.ts'
import { findEntities, findTakenKeys, insertEntities } from '#db/entities.ts'
import { endDrafts, type EntityDraft, findDrafts, insertChangeset, insertDrafts } from '#db/entity-drafts.ts'
import { idSequence, nextIds } from '#db/rows.ts'
import type { DraftInput } from '#domain/draft/input.ts'
import type { DraftOrigin } from '#domain/draft/proposal.ts'
import { refIdsOf } from '#domain/draft/references.ts'
import { entityTypes, keyPrefixOf } from '#domain/entity-types/registry.ts'
import {
  BulkFailedError,
  DependencyFailedError,
  type ItemOutcome,
  InvalidTransitionError,
  invalidInput,
  LimitExceededError,
  NotFoundError,
  Refusal,
} from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import { freeKey, suggestedKey } from '#domain/draft/keys.ts'
import { entityKey } from '#domain/text/entity-key.ts'
import { auditing, type On } from './command.ts'
import { labelsIn, type Prepared, prepareProposals } from './prepare-proposals.ts'

export const maxItems = 250
export const bulkPolicies = ['ATOMIC', 'PER_ITEM'] as const
export type BulkPolicy = (typeof bulkPolicies)[number]

export interface SubmitDrafts {
  readonly origin: DraftOrigin
  readonly drafts: readonly DraftInput[]
  readonly policy: BulkPolicy
  /** Order in which chapter numbers are meant. */
  readonly timeline: Timeline
}

export interface Submitted {
  readonly changesetId: number
  readonly items: readonly ItemOutcome[]
}

/** Stores proposals as drafts; what creates reserves its id and key. Nothing canonical changes. */
export async function submitDrafts(on: On, command: SubmitDrafts): Promise<Submitted> {
  const { drafts, origin, policy, timeline } = command
  const { tx, work, caller } = on
  const replaced = await loadReplaced(on, drafts)
  const entityIds = await reserveIds(on, drafts, replaced)
  const prepared = await prepareProposals(
    on,
    drafts.map(({ change, label }, index) => ({
      change,
      label: label ?? undefined,
      entityId: entityIds[index],
      path: ['drafts', `${index}`],
    })),
    timeline,
  )
  const checked = await refuseUnsound(on, prepared, { drafts, replaced })
  const failed = checked.filter((one) => one instanceof Refusal)
  if (failed.length > 0 && policy === 'ATOMIC') throw new BulkFailedError(outcomes({ drafts, workId: work.id }, checked, new Map()))
  await reserveEntities(on, { drafts, prepared: checked, replaced })
  const changesetId = await insertChangeset(tx, { workId: work.id, origin, submittedBy: caller.actorId })
  const sound = [...checked.entries()].filter((one): one is [number, Prepared] => !(one[1] instanceof Refusal))
  const ids = await insertDrafts(
    tx,
    { workId: work.id, changesetId },
    sound.map(([index, one]) => toNewDraft(one, drafts[index])),
  )
  const idOf = new Map(sound.map(([index], at) => [index, ids[at] ?? 0]))
  for (const [index, old] of replaced) {
    const replacedBy = idOf.get(index)
    if (replacedBy) await endDrafts(tx, [old.id], { workId: work.id, status: 'SUPERSEDED', replacedBy })
  }
  await appendAudit(
    tx,
    auditing(on),
    sound.map(([index, { proposal, reason }]) => ({
      action: 'entityDraft.submit',
      subjectType: 'EntityDraft',
      subjectId: idOf.get(index),
      reason,
      after: proposal,
      detail: { origin, changesetId },
    })),
  )
  return { changesetId, items: outcomes({ drafts, workId: work.id }, checked, idOf) }
}

export function refuseTooMany(count: number): void {
  if (count > maxItems) throw new LimitExceededError('Items of one call', { limit: maxItems, actual: count })
  if (count === 0) throw invalidInput(['drafts'], 'REQUIRED', 'At least one item is given.')
}

function toNewDraft(one: Prepared, input: DraftInput | undefined) {
  return {
    label: input?.label ?? undefined,
    entityId: one.entityId,
    operation: one.proposal.operation,
    baseRevision: one.baseRevision,
    proposal: one.proposal,
    reason: one.reason,
    confidence: input?.confidence ?? undefined,
    provenance: input?.provenance,
  }
}

function outcomes(
  { drafts, workId }: { readonly drafts: readonly DraftInput[]; readonly workId: number },
  prepared: readonly (Prepared | Refusal)[],
  draftIds: ReadonlyMap<number, number>,
): ItemOutcome[] {
  return drafts.map(({ label }, index) => {
    const one = prepared[index]
    const refused = one instanceof Refusal
    return {
      workId,
      index,
      label: label ?? undefined,
      draftId: draftIds.get(index),
      entityId: one === undefined || refused ? undefined : one.entityId,
      errors: refused ? [one] : [],
    }
  })
}

/** Pending drafts that new ones take the place of, by the index of the new one. */
async function loadReplaced({ tx, work }: On, drafts: readonly DraftInput[]) {
  const wanted = drafts.flatMap(({ replacesDraftId }, index) =>
    replacesDraftId == null ? [] : [[index, replacesDraftId] as const],
  )
  const known = new Map((await findDrafts(tx, work.id, wanted.map(([, id]) => id))).map((one) => [one.id, one]))
  return new Map(
    wanted.flatMap(([index, id]) => {
      const draft = known.get(id)
      return draft ? [[index, draft] as const] : []
    }),
  )
}

/** Ids for what creates; a new version of a pending CREATE keeps the entity it reserved. */
async function reserveIds({ tx }: On, drafts: readonly DraftInput[], replaced: ReadonlyMap<number, EntityDraft>) {
  const isNew = drafts.map(({ change }, index) => Boolean(change.create) && replaced.get(index)?.operation !== 'CREATE')
  const ids = (await nextIds(tx, idSequence('entity'), isNew.filter(Boolean).length)).values()
  return drafts.map(({ change }, index) => {
    if (!change.create) return undefined
    return isNew[index] ? ids.next().value : replaced.get(index)?.entityId
  })
}

interface Submission {
  readonly drafts: readonly DraftInput[]
  readonly replaced: ReadonlyMap<number, EntityDraft>
}

/** Refuses what refers to a refused item, replaces what is not pending, or is based on a revision that never was. */
async function refuseUnsound(
  { tx, work }: On,
  prepared: readonly (Prepared | Refusal)[],
  { drafts, replaced }: Submission,
): Promise<(Prepared | Refusal)[]> {
  const targets = prepared.flatMap((one) => (one instanceof Refusal ? [] : [one.entityId]))
  const revisions = new Map((await findEntities(tx, work.id, targets)).map(({ id, revision }) => [id, revision]))
  const checked = prepared.map((one, index) => {
    if (one instanceof Refusal) return one
    const { replacesDraftId } = drafts[index] ?? {}
    const old = replaced.get(index)
    if (replacesDraftId != null && !old) return new NotFoundError(`draft ${replacesDraftId}`, ['replacesDraftId'])
    if (old && old.status !== 'PENDING') {
      return new InvalidTransitionError('The draft', { from: old.status, to: 'SUPERSEDED', allowed: [] }, ['replacesDraftId'])
    }
    if (old && old.operation === 'CREATE' && old.type !== one.type) {
      return invalidInput(['type'], 'TYPE_FIXED', `The replaced draft is a ${old.type}.`)
    }
    const current = revisions.get(one.entityId) ?? 0
    return one.baseRevision > current
      ? invalidInput(['baseRevision'], 'REVISION', `The entity is at revision ${current}, not ${one.baseRevision}.`)
      : one
  })
  return failDependents(checked, drafts)
}

function failDependents(prepared: readonly (Prepared | Refusal)[], drafts: readonly DraftInput[]) {
  const indexOfLabel = new Map(drafts.map(({ label }, index) => [label, index]))
  const labels = drafts.map(({ change }) => labelsIn(change))
  let current = [...prepared]
  for (let changed = true; changed; ) {
    changed = false
    current = current.map((one, index) => {
      if (one instanceof Refusal) return one
      const failed = labels[index]
        ?.map((label) => indexOfLabel.get(label))
        .find((at) => at !== undefined && at !== index && current[at] instanceof Refusal)
      if (failed === undefined) return one
      changed = true
      return new DependencyFailedError(failed, ['drafts', `${index}`])
    })
  }
  return current
}

interface Reservation extends Submission {
  readonly prepared: readonly (Prepared | Refusal)[]
}

/** The entities of creating drafts, with keys that are free over all types of the work. */
async function reserveEntities({ tx, work }: On, { drafts, prepared, replaced }: Reservation) {
  const creating = prepared.flatMap((one, index) => {
    const input = drafts[index]?.change.create
    const isNew = replaced.get(index)?.operation !== 'CREATE'
    return one instanceof Refusal || !input || !isNew ? [] : [{ ...one, input }]
  })
  const wanted = creating.map(({ entityId, type, input }) => {
    const spec = entityTypes[type]
    const prefix = keyPrefixOf(spec, input.facts)
    const plain = entityKey(input.name, { prefix, isPerson: type === 'character', taken: () => false })
    return { id: entityId, type, name: input.name.normalize('NFC').trim(), base: suggestedKey(input.key ?? undefined, plain) }
  })
  const taken = await findTakenKeys(tx, work.id, wanted.map(({ base }) => base))
  const entities = wanted.map(({ base, ...entity }) => {
    const key = freeKey(base, taken)
    taken.add(key)
    return { ...entity, key }
  })
  await insertEntities(tx, work.id, entities)
}

/** Drafts of the changeset that this one refers to. */
export function dependenciesOf(draft: EntityDraft, siblings: readonly EntityDraft[]): EntityDraft[] {
  const needed = refIdsOf(draft.type, draft.proposal)
  return siblings.filter(
    ({ id, operation, entityId }) =>
      id !== draft.id && operation === 'CREATE' && (needed.has(entityId) || entityId === draft.entityId),
  )
}
