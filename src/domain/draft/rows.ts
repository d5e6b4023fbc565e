import type { Field } from '../entity-types/field.ts'
import { elementOf, type Value } from '../entity-types/value.ts'
import type { FactOp } from '../facts/fold.ts'
import {
  beforeBook,
  type ChapterIdRange,
  type PositionRange,
  type Timeline,
} from '../story-time.ts'
import { type Cited, citedAt, type Evidence, earliestOf, evidenceIn, unproven } from './evidence.ts'
import type { AliasKind, Phase, ProposedAlias, ProposedOp, ProposedStep } from './proposal.ts'

/** What a decision brings along for all its drafts. */
export interface Deciding {
  readonly timeline: Timeline
  readonly cited: (sourceId: number) => Cited
  /** The setting note that holds the person's own words. */
  readonly vouched: Cited | undefined
  /** For arcs that have no ending. */
  readonly endingDirection: string | undefined
}

export interface FactRow {
  readonly field: string
  readonly elem: string
  readonly op: FactOp
  readonly operand: Value | undefined
  readonly at: Evidence
  readonly reason: string | undefined
  readonly sourceId: number
  /** A lasting row at the same evidence is corrected by this one. */
  readonly corrects: boolean
}

export interface AliasRow {
  readonly id: number
  readonly text: string
  readonly kind: AliasKind
  readonly context: string | undefined
  readonly isPrimary: boolean
  readonly range: PositionRange
  readonly sourceId: number
}

export interface StepRow {
  readonly id: number
  readonly step: string
  readonly phase: Phase
  readonly at: Evidence
  readonly sourceId: number
}

/** What proves a row that names no source of its own: the proposal's sources, else the person's words. */
export interface Proof {
  readonly sources: readonly Cited[]
  readonly by: Deciding
}

export function proofOf(sourceIds: readonly number[], by: Deciding): Proof {
  const cited = sourceIds.map(by.cited)
  return { sources: cited.length > 0 || !by.vouched ? cited : [by.vouched], by }
}

export interface FieldPlace {
  readonly field: Field
  readonly range: PositionRange
  readonly proof: Proof
}

/** The rows that a whole field value makes: one, or one a member. */
export function factRows(
  name: string,
  value: Value,
  { field, range, proof }: FieldPlace,
): FactRow[] {
  const lasting = field.temporal === 'LASTING'
  const source = lasting ? earliestOf(proof.sources) : citedAt(proof.sources, range.from)
  const at = lasting ? placeOfLasting(source) : evidenceIn(range.from, source)
  const row = {
    field: name,
    at,
    reason: undefined,
    sourceId: source?.id ?? unproven,
    corrects: false,
  }
  if (field.kind !== 'SET') return [{ ...row, elem: '', op: 'SET', operand: value }]
  return (value as readonly Value[]).map((member) => ({
    ...row,
    elem: elementOf(field.shape, member),
    op: 'ADD',
    operand: member,
  }))
}

export function opRow(
  { field: name, op, value, from, reason, source }: ProposedOp,
  field: Field,
  { sources, by }: Proof,
): FactRow {
  const own = source === undefined ? sources : [by.cited(source)]
  const lasting = field.temporal === 'LASTING'
  const position =
    from == null ? beforeBook : (by.timeline.placeOfChapter(from)?.position ?? beforeBook)
  const cited = lasting ? earliestOf(own) : citedAt(own, position)
  const evidenced = placeOfLasting(cited)
  const laterThanEvidence = from != null && position > evidenced.position
  const isMember = op === 'ADD' || op === 'REMOVE'
  return {
    field: name,
    elem: isMember && value !== undefined ? elementOf(field.shape, value) : '',
    op,
    operand: value,
    at: lasting && !laterThanEvidence ? evidenced : evidenceIn(position, cited),
    reason,
    sourceId: cited?.id ?? unproven,
    corrects: lasting,
  }
}

/** A lasting fact begins where its earliest evidence stands; notes and plans set it before the book. */
function placeOfLasting(source: Cited | undefined): Evidence {
  return evidenceIn(source?.place?.position ?? beforeBook, source)
}

export function stepRows(steps: readonly ProposedStep[], proof: Proof, by: Deciding): StepRow[] {
  return steps.map(({ id, chapterId, step, phase, source }) => {
    const position = by.timeline.placeOfChapter(chapterId)?.position ?? beforeBook
    const cited = citedAt(source === undefined ? proof.sources : [by.cited(source)], position)
    return { id, step, phase, at: evidenceIn(position, cited), sourceId: cited?.id ?? unproven }
  })
}

export function aliasRow(alias: ProposedAlias, proof: Proof, by: Deciding): AliasRow {
  const range = toPositions(alias.range, by.timeline)
  const own = alias.source === undefined ? proof.sources : [by.cited(alias.source)]
  const { id, text, kind, context, isPrimary } = alias
  return {
    id,
    text,
    kind,
    context,
    isPrimary,
    range,
    sourceId: citedAt(own, range.from)?.id ?? unproven,
  }
}

/** The rows that a confirmed proposal makes. */
export interface Written {
  readonly facts: readonly FactRow[]
  readonly aliases: readonly AliasRow[]
  readonly steps: readonly StepRow[]
}

/** JSON pointers of the rows that nothing proves. */
export function unsourced({ facts, aliases, steps }: Written): string[] {
  const missing = ({ sourceId }: { readonly sourceId: number }) => sourceId === unproven
  return [
    ...new Set(facts.filter(missing).map(({ field }) => `/facts/${field}`)),
    ...aliases.filter(missing).map(({ text }) => `/aliases/${text}`),
    ...steps.filter(missing).map(({ step }) => `/evolution/${step}`),
  ]
}

/** Cited texts whose chapter is gone. */
export function lost({ facts, aliases, steps }: Written, by: Deciding): string[] {
  const ids = new Set([...facts, ...aliases, ...steps].map(({ sourceId }) => sourceId))
  ids.delete(unproven)
  ids.delete(by.vouched?.id ?? unproven)
  return [...ids].filter((id) => by.cited(id).isLost).map((id) => `/sources/${id}`)
}

export function toPositions({ from, until }: ChapterIdRange, timeline: Timeline): PositionRange {
  const position = (id: number | null) =>
    id === null ? undefined : timeline.placeOfChapter(id)?.position
  return { from: position(from) ?? beforeBook, until: position(until) }
}
