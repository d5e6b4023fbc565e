import type { EntityDraft } from '#db/entity-drafts.ts'
import { loadTimeline } from '#db/timelines.ts'
import { decideAll } from '#domain/draft/decide.ts'
import { BulkFailedError, type ItemOutcome, type Refusal } from '#domain/errors.ts'
import { type On, requirePerson } from './command.ts'
import { confirmProposals } from './confirm-proposals.ts'
import { loadCanon } from './load-canon.ts'
import { type DecideItem, loadDecidable } from './load-decidable.ts'
import { type BulkPolicy, refuseTooMany } from './submit-drafts.ts'
import { vouching } from './vouch.ts'
import { writeDecided } from './write-decision.ts'

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
  const { confirming, refusals: unsound } = await confirmProposals(on, deciding)
  const canon = await loadCanon({ db: on.tx, work: on.work, now: on.caller.now() }, confirming)
  const decided = decideAll(confirming, canon, new Map([...refusals, ...unsound]))
  const outcome = outcomes({ items, workId: on.work.id }, drafts, decided.refusals)
  if (decided.refusals.size > 0 && policy === 'ATOMIC') throw new BulkFailedError(outcome)
  const { confirmations } = decided
  const written = await writeDecided(on, { ...deciding, confirming, confirmations })
  return { items: outcome, ...written }
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
