import { findDrafts } from '#db/entity-drafts.ts'
import type { DraftInput } from '#domain/draft/input.ts'
import type { DraftOrigin } from '#domain/draft/proposal.ts'
import {
  BulkFailedError,
  type ItemOutcome,
  invalidInput,
  LimitExceededError,
  Refusal,
} from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import type { On } from './command.ts'
import { type Prepared, prepareProposals } from './prepare-proposals.ts'
import { refuseUnsound } from './refuse-drafts.ts'
import { reserveEntities, reserveIds, type Submission } from './reserve-entities.ts'
import { storeDrafts } from './store-drafts.ts'

const maxItems = 250
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
  const submission = { drafts, replaced: await loadReplaced(on, drafts) }
  const entityIds = await reserveIds(on, submission)
  const changes = drafts.map(({ change, label }, index) => ({
    change,
    label: label ?? undefined,
    entityId: entityIds[index],
    path: ['drafts', `${index}`],
  }))
  const prepared = await refuseUnsound(
    on,
    await prepareProposals(on, changes, timeline),
    submission,
  )
  const told = { drafts, prepared, workId: on.work.id }
  if (policy === 'ATOMIC' && prepared.some((one) => one instanceof Refusal)) {
    throw new BulkFailedError(outcomes(told, new Map()))
  }
  await reserveEntities(on, { ...submission, prepared })
  const sound = soundOf(prepared)
  const { changesetId, draftIds } = await storeDrafts(
    on,
    origin,
    sound.map(([index, one]) => toStore(index, one, submission)),
  )
  const idOf = new Map(sound.map(([index], at) => [index, draftIds[at] ?? 0]))
  return { changesetId, items: outcomes(told, idOf) }
}

/** One call takes at most 250 items; longer lists come in pages. */
export function refuseTooMany(count: number): void {
  if (count > maxItems) {
    throw new LimitExceededError('Items of one call', { limit: maxItems, actual: count })
  }
  if (count === 0) throw invalidInput(['drafts'], 'REQUIRED', 'At least one item is given.')
}

function soundOf(prepared: readonly (Prepared | Refusal)[]): (readonly [number, Prepared])[] {
  return prepared.flatMap((one, index) => (one instanceof Refusal ? [] : [[index, one] as const]))
}

function toStore(index: number, one: Prepared, { drafts, replaced }: Submission) {
  const input = drafts[index]
  const draft = {
    label: input?.label ?? undefined,
    entityId: one.entityId,
    operation: one.proposal.operation,
    baseRevision: one.baseRevision,
    proposal: one.proposal,
    reason: one.reason,
    confidence: input?.confidence ?? undefined,
    provenance: input?.provenance,
  }
  return { draft, replaces: replaced.get(index) }
}

interface Told {
  readonly drafts: readonly DraftInput[]
  readonly prepared: readonly (Prepared | Refusal)[]
  readonly workId: number
}

function outcomes(
  { drafts, prepared, workId }: Told,
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
  const known = new Map(
    (
      await findDrafts(
        tx,
        work.id,
        wanted.map(([, id]) => id),
      )
    ).map((one) => [one.id, one]),
  )
  return new Map(
    wanted.flatMap(([index, id]) => {
      const draft = known.get(id)
      return draft ? [[index, draft] as const] : []
    }),
  )
}
