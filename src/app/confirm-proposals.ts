import type { EntityDraft } from '#db/entity-drafts.ts'
import type { Confirming } from '#domain/draft/decide.ts'
import type { Proposal } from '#domain/draft/proposal.ts'
import { invalidInput, Refusal } from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import type { On } from './command.ts'
import { loadCited } from './load-canon.ts'
import type { DecideItem } from './load-decidable.ts'
import { type Prepared, prepareProposals } from './prepare-proposals.ts'
import type { Vouching } from './vouch.ts'

/** What a decision works on: the call, its drafts by index, the vouching words and the order of the chapters. */
export interface Deciding {
  readonly command: {
    readonly items: readonly DecideItem[]
    readonly vouch?: string | null | undefined
    readonly endingDirection?: string | null | undefined
  }
  readonly drafts: ReadonlyMap<number, EntityDraft>
  readonly words: Vouching
  readonly timeline: Timeline
}

/** One draft that is to be confirmed, and the proposal that shall count: as submitted, or as edited. */
interface Standing {
  readonly index: number
  readonly draft: EntityDraft
  readonly item: DecideItem
  readonly proposal: Proposal
}

/** The proposals that are to be confirmed, with what each may rest on; edits that do not fit are refused. */
export async function confirmProposals(on: On, deciding: Deciding) {
  const { standing, refusals } = await withEdits(on, deciding)
  const reading = { db: on.tx, work: on.work, now: on.caller.now() }
  const cited = await loadCited(
    reading,
    standing.map(({ proposal }) => proposal),
  )
  const { command, words, timeline } = deciding
  const confirming = standing.map(({ index, draft, item, proposal }): Confirming => {
    const { confirm, editAndConfirm } = item.decision
    return {
      index,
      entityId: draft.entityId,
      type: draft.type,
      proposal,
      by: {
        timeline,
        cited,
        vouched: words.citedFor(confirm?.vouch ?? editAndConfirm?.vouch ?? command.vouch),
        endingDirection: confirm?.endingDirection ?? command.endingDirection ?? undefined,
      },
    }
  })
  return { confirming, refusals }
}

async function withEdits(on: On, { command, drafts, timeline }: Deciding) {
  const wanted = [...drafts].flatMap(([index, draft]) => {
    const item = command.items[index]
    return item && !item.decision.ignore ? [{ index, draft, item }] : []
  })
  const edits = wanted.flatMap(({ index, draft: { entityId }, item: { decision } }) => {
    const change = decision.editAndConfirm?.change
    return change ? [{ index, change, entityId, path: ['items', `${index}`] }] : []
  })
  const prepared = await prepareProposals(on, edits, timeline)
  const edited = new Map(edits.map(({ index }, at) => [index, prepared[at]]))
  const refusals = new Map<number, Refusal>()
  const standing: Standing[] = []
  for (const { index, draft, item } of wanted) {
    const edit = edited.get(index)
    const refusal = edit instanceof Refusal ? edit : edit && refuseOtherTarget(draft, edit)
    if (refusal) refusals.set(index, refusal)
    else standing.push({ index, draft, item, proposal: proposalOf(draft, edit) })
  }
  return { standing, refusals }
}

function proposalOf(draft: EntityDraft, edit: Prepared | Refusal | undefined): Proposal {
  return edit && !(edit instanceof Refusal) ? edit.proposal : draft.proposal
}

function refuseOtherTarget(draft: EntityDraft, edit: Prepared): Refusal | undefined {
  const isSame =
    edit.entityId === draft.entityId &&
    edit.type === draft.type &&
    edit.proposal.operation === draft.operation
  return isSame
    ? undefined
    : invalidInput(
        ['change'],
        'SAME_TARGET',
        `An edit keeps the operation (${draft.operation}) and the entity of the draft.`,
      )
}
