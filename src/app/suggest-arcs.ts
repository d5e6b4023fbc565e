import { findArcs, findSteps } from '#db/arcs.ts'
import { findEntities } from '#db/entities.ts'
import { type EntityDraft, findDrafts, type NewDraft } from '#db/entity-drafts.ts'
import { findNames } from '#db/mentions.ts'
import { nextIds } from '#db/rows.ts'
import { type Citable, insertSources, type NewSource } from '#db/sources.ts'
import type {
  Arc,
  Create,
  Phase,
  PlannedStep,
  ProposedStep,
  Revise,
} from '#domain/draft/proposal.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import type { ItemOutcome } from '#domain/errors.ts'
import { lookupKey } from '#domain/text/fold.ts'
import type { On } from './command.ts'
import { findSpreads, type Quoted, type Spread } from './first-mentions.ts'
import { storeDrafts } from './store-drafts.ts'
import type { Submitted } from './submit-drafts.ts'

export interface SuggestArcs {
  readonly draftIds: readonly number[]
  readonly entityIds: readonly number[]
  /** The book is finished: last mentions are proposed as endings. */
  readonly finished: boolean
}

/** Confidence of an ending that is only a last mention: a person is warned. */
const lastMentionConfidence = 0.6

/** Somebody whose arc lacks something, as a draft or as a canonical entity. */
interface Lacking {
  readonly entityId: number
  readonly draft: EntityDraft | undefined
  readonly baseRevision: number
  readonly arc: Arc | undefined
  readonly phases: ReadonlySet<Phase>
}

/**
 * Proposes the missing ends of arcs from the canonical text: the entrance from the first mention and, for a finished
 * book, the ending from the last one. A pending CREATE gets a new version; a canonical entity a REVISE. What is never
 * mentioned gets a planned entrance without window; its ending has to come from a person.
 */
export async function suggestArcs(on: On, command: SuggestArcs): Promise<Submitted> {
  const { tx, work } = on
  const lacking = await findLacking(on, command)
  const spreads = await spreadsOf(on, lacking)
  const steps = lacking.map((one) => ({
    one,
    found: stepsFor(one, spreads.get(one.entityId), command.finished),
  }))
  const useful = steps.filter(({ found }) => found.happened.length > 0 || found.planned)
  const ids = (await nextIds(tx, 'row_id', useful.length * 3)).values()
  const newId = () => ids.next().value ?? 0
  const quotes = useful.flatMap(({ found }) => found.happened.map(({ quoted }) => quoted))
  const sourceIds = (await insertSources(tx, work.id, quotes.map(toNewSource))).values()
  const sourceOf = () => sourceIds.next().value ?? 0
  const { changesetId, draftIds } = await storeDrafts(
    on,
    'CANON_TEXT',
    useful.map(({ one, found }) => ({
      draft: toDraft(one, { newId, found, sourceOf }),
      replaces: one.draft,
    })),
  )
  const items = useful.map(
    ({ one: { draft, entityId } }, index): ItemOutcome => ({
      workId: work.id,
      index,
      label: draft?.label,
      draftId: draftIds[index],
      entityId,
      errors: [],
    }),
  )
  return { changesetId, items }
}

async function findLacking(
  { tx, work }: On,
  { draftIds, entityIds, finished }: SuggestArcs,
): Promise<Lacking[]> {
  const drafts = (await findDrafts(tx, work.id, draftIds)).filter(
    ({ status, operation, type }) =>
      status === 'PENDING' && operation === 'CREATE' && entityTypes[type].owesClosure,
  )
  const entities = (await findEntities(tx, work.id, entityIds)).filter(
    ({ status, type }) => status === 'CANONICAL' && entityTypes[type].owesClosure,
  )
  const arcs = new Map((await findArcs(tx, work.id, entityIds)).map((arc) => [arc.entityId, arc]))
  const whole = { workId: work.id, revision: work.canonRevision, position: Number.MAX_SAFE_INTEGER }
  const happened = Map.groupBy(await findSteps(tx, whole, entityIds), ({ entityId }) => entityId)
  const lacking = [
    ...drafts.map((draft) => fromDraft(draft)),
    ...entities.map(({ id, revision }): Lacking => {
      const arc = arcs.get(id)
      const phases = [...(happened.get(id) ?? []), ...(arc?.steps ?? [])].map(({ phase }) => phase)
      return {
        entityId: id,
        draft: undefined,
        baseRevision: revision,
        arc: undefined,
        phases: phasesOf(phases, arc),
      }
    }),
  ]
  return lacking.filter(
    ({ phases }) => !phases.has('ENTRANCE') || (finished && !phases.has('ENDING')),
  )
}

function fromDraft(draft: EntityDraft): Lacking {
  const { arc, evolution } = draft.proposal as Create
  const phases = [...evolution, ...(arc?.steps ?? [])].map(({ phase }) => phase)
  return { entityId: draft.entityId, draft, baseRevision: 0, arc, phases: phasesOf(phases, arc) }
}

function phasesOf(
  phases: readonly Phase[],
  arc: { readonly endingDirection?: string | undefined } | undefined,
) {
  return new Set<Phase>([...phases, ...(arc?.endingDirection ? (['ENDING'] as const) : [])])
}

/** Mentions of drafts by their proposed names, of entities by the names they have. */
async function spreadsOf(
  { tx, work }: On,
  lacking: readonly Lacking[],
): Promise<ReadonlyMap<number, Spread>> {
  const known = await findNames(tx, { workId: work.id, revision: work.canonRevision })
  const proposed = lacking.flatMap(({ entityId, draft }) =>
    draft
      ? (draft.proposal as Create).aliases.map(({ text }) => ({
          entityId,
          lookupKey: lookupKey(text),
        }))
      : [],
  )
  return findSpreads(tx, work, [...known, ...proposed])
}

interface FoundStep {
  readonly phase: Phase
  readonly step: string
  readonly quoted: Quoted
}

interface Found {
  readonly happened: readonly FoundStep[]
  /** Never mentioned: the entrance is only planned. */
  readonly planned: boolean
}

function stepsFor({ phases }: Lacking, spread: Spread | undefined, finished: boolean): Found {
  if (!spread) return { happened: [], planned: !phases.has('ENTRANCE') }
  const entrance: FoundStep = { phase: 'ENTRANCE', step: '首次提及', quoted: spread.first }
  const ending: FoundStep = { phase: 'ENDING', step: '最后一次提及', quoted: spread.last }
  return {
    happened: [
      ...(phases.has('ENTRANCE') ? [] : [entrance]),
      ...(finished && !phases.has('ENDING') ? [ending] : []),
    ],
    planned: false,
  }
}

interface Drafting {
  readonly found: Found
  readonly newId: () => number
  readonly sourceOf: () => number
}

function toDraft(one: Lacking, { found, newId, sourceOf }: Drafting): NewDraft {
  const steps = found.happened.map(
    ({ phase, step, quoted }): ProposedStep => ({
      id: newId(),
      chapterId: quoted.block.chapterId,
      step,
      phase,
      source: sourceOf(),
    }),
  )
  const entrance: PlannedStep = {
    id: newId(),
    phase: 'ENTRANCE',
    description: '正文未提及，登场待写。',
  }
  const arc = found.planned
    ? { ...one.arc, steps: [...(one.arc?.steps ?? []), entrance] }
    : undefined
  const guessed = found.happened.some(({ phase }) => phase === 'ENDING')
  return {
    label: one.draft?.label,
    entityId: one.entityId,
    operation: one.draft ? 'CREATE' : 'REVISE',
    baseRevision: one.baseRevision,
    proposal: one.draft ? withSteps(one.draft.proposal as Create, steps, arc) : revise(steps, arc),
    reason: 'Entrance and ending from the first and last mention.',
    confidence: guessed
      ? Math.min(one.draft?.confidence ?? 1, lastMentionConfidence)
      : one.draft?.confidence,
    provenance: one.draft?.provenance,
  }
}

function withSteps(proposal: Create, steps: readonly ProposedStep[], arc: Arc | undefined): Create {
  return { ...proposal, evolution: [...proposal.evolution, ...steps], arc: arc ?? proposal.arc }
}

function revise(evolution: readonly ProposedStep[], arc: Arc | undefined): Revise {
  return { operation: 'REVISE', ops: [], evolution, arc, sources: [] }
}

function toNewSource({ block, start, end, quote }: Quoted): NewSource {
  const of: Citable = {
    kind: 'CANON_TEXT',
    id: block.id,
    revision: block.revision,
    text: block.text,
    contentSha256: block.contentSha256,
  }
  return { of, start, end, quote }
}
