import type { EntityTypeName } from '../entity-types/entity-type-name.ts'
import { DependencyFailedError, GateFailedError, type Refusal } from '../errors.ts'
import { askGates, type GateReport } from '../gates/gate.ts'
import { entityConfirmGates } from '../gates/registry.ts'
import { type Confirmation, confirmProposal } from './confirm.ts'
import type { Proposal } from './proposal.ts'
import { refIdsOf } from './references.ts'
import type { Deciding } from './rows.ts'
import type { Target } from './target.ts'

/** One draft that a person wants to confirm, perhaps edited. `index` is its place in the call. */
export interface Confirming {
  readonly index: number
  readonly entityId: number
  readonly type: EntityTypeName
  readonly proposal: Proposal
  /** The decision's words, or the item's own. */
  readonly by: Deciding
}

/** The canon as the decision finds it. */
export interface Canon {
  readonly canonRevision: number
  readonly now: Date
  readonly targetOf: (entityId: number) => Target
  readonly isCanonical: (entityId: number) => boolean
  readonly nameOf: (entityId: number) => string
}

export interface Decided {
  readonly confirmations: ReadonlyMap<number, Confirmation>
  readonly refusals: ReadonlyMap<number, Refusal>
}

/**
 * Confirms what the gates let through. Drafts that create come first; later drafts see what earlier ones made of
 * their target. What depends on a refused draft fails with it.
 */
export function decideAll(
  items: readonly Confirming[],
  canon: Canon,
  alreadyRefused: ReadonlyMap<number, Refusal> = new Map(),
): Decided {
  const refusals = new Map(alreadyRefused)
  for (;;) {
    const { confirmations, refused } = decideOnce(items, canon, refusals)
    if (refused.size === 0) return { confirmations, refusals }
    for (const [index, refusal] of refused) refusals.set(index, refusal)
  }
}

function decideOnce(
  items: readonly Confirming[],
  canon: Canon,
  refusals: ReadonlyMap<number, Refusal>,
) {
  const standing = items.filter(({ index }) => !refusals.has(index))
  const creates = standing.filter(({ proposal }) => proposal.operation === 'CREATE')
  const created = new Set(creates.map(({ entityId }) => entityId))
  const isKnown = (id: number) => canon.isCanonical(id) || created.has(id)
  const creatorOf = new Map(
    items
      .filter(({ proposal }) => proposal.operation === 'CREATE')
      .map(({ entityId, index }) => [entityId, index]),
  )
  const targets = new Map<number, Target>()
  const confirmations = new Map<number, Confirmation>()
  const refused = new Map<number, Refusal>()
  for (const item of [...creates, ...standing.filter((one) => !creates.includes(one))]) {
    const { index, entityId, proposal } = item
    const needed = [
      ...refIdsOf(item.type, proposal),
      ...(proposal.operation === 'CREATE' ? [] : [entityId]),
    ]
    const unknown = needed.filter((id) => !isKnown(id))
    const failed = unknown.map((id) => creatorOf.get(id)).find((one) => one !== undefined)
    if (failed !== undefined) {
      refused.set(index, new DependencyFailedError(failed, ['items', `${index}`]))
      continue
    }
    const before = targets.get(entityId) ?? canon.targetOf(entityId)
    const confirmation = confirmProposal(proposal, before, item.by)
    const report = reportOn(confirmation, unknown, canon)
    if (report.passed) {
      targets.set(entityId, confirmation.target)
      confirmations.set(index, confirmation)
    } else refused.set(index, new GateFailedError(report, ['items', `${index}`]))
  }
  return { confirmations, refused }
}

/** What the gates say of one confirmation. `unknown` = entities it needs that are no part of the canon. */
export function reportOn(
  { check }: Confirmation,
  unknown: readonly number[],
  canon: Canon,
): GateReport {
  const unknownRefs = unknown.map((id) => ({ id, name: canon.nameOf(id) }))
  return {
    gate: 'ENTITY_CONFIRM',
    ...askGates(entityConfirmGates, { ...check, unknownRefs }),
    evaluatedAt: canon.now,
    canonRevision: canon.canonRevision,
  }
}
