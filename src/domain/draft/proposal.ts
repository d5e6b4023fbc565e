import type { Value } from '../entity-types/value.ts'
import type { FactOp } from '../facts/fold.ts'
import type { ChapterIdRange } from '../story-time.ts'

export const tiers = ['CORE', 'MAJOR', 'MINOR', 'DECORATIVE'] as const
export type Tier = (typeof tiers)[number]

export const aliasKinds = [
  'NAME',
  'COURTESY',
  'TITLE',
  'NICKNAME',
  'KINSHIP',
  'EPITHET',
  'DISGUISE',
] as const
export type AliasKind = (typeof aliasKinds)[number]

/** 登场 / 成长 / 高光 / 退场 / 结局. */
export const phases = ['ENTRANCE', 'GROWTH', 'HIGHLIGHT', 'EXIT', 'ENDING'] as const
export type Phase = (typeof phases)[number]

export const draftOperations = ['CREATE', 'REVISE', 'ADD_ALIAS'] as const
export type DraftOperation = (typeof draftOperations)[number]

export const draftStatuses = ['PENDING', 'CONFIRMED', 'IGNORED', 'WITHDRAWN', 'SUPERSEDED'] as const
export type DraftStatus = (typeof draftStatuses)[number]

export const draftOrigins = [
  'CANON_TEXT',
  'REFERENCE_WORK',
  'AGENT',
  'ANNOTATION',
  'IMPORT',
  'AUTHOR',
] as const
export type DraftOrigin = (typeof draftOrigins)[number]

/**
 * What a draft proposes, in its stored form: chapters by id (so that it survives changes of the order), references and
 * sources by `R` and `S`: as the caller named them while parsing, by id afterwards.
 */
export type Proposal<R = number, S = number> = Create<R, S> | Revise<R, S> | AddAlias<S>

export interface Create<R = number, S = number> {
  readonly operation: 'CREATE'
  readonly name: string
  readonly tier: Tier
  readonly range: ChapterIdRange
  readonly aliases: readonly ProposedAlias<S>[]
  readonly facts: Readonly<Record<string, Value<R>>>
  /** The fixed ends of a relation. */
  readonly ends?: { readonly source: R; readonly target: R } | undefined
  readonly evolution: readonly ProposedStep<S>[]
  readonly arc?: Arc | undefined
  readonly doubts: readonly Doubt[]
  readonly extra?: unknown
  readonly sources: readonly S[]
}

export interface Revise<R = number, S = number> {
  readonly operation: 'REVISE'
  /** In the order of the text. */
  readonly ops: readonly ProposedOp<R, S>[]
  readonly range?: ChapterIdRange | undefined
  readonly tier?: Tier | undefined
  /** Steps to append. */
  readonly evolution: readonly ProposedStep<S>[]
  /** Replaces the arc. */
  readonly arc?: Arc | undefined
  /** Replaces the doubts. */
  readonly doubts?: readonly Doubt[] | undefined
  /** Of every op that names none of its own. */
  readonly sources: readonly S[]
}

export interface AddAlias<S = number> {
  readonly operation: 'ADD_ALIAS'
  readonly alias: ProposedAlias<S>
}

export interface ProposedOp<R = number, S = number> {
  readonly field: string
  readonly op: FactOp
  readonly value?: Value<R> | undefined
  /** Null = before the book; undefined for lasting fields, which take the place of their evidence. */
  readonly from?: number | null | undefined
  readonly reason?: string | undefined
  readonly source?: S | undefined
}

export interface ProposedAlias<S = number> {
  readonly id: number
  readonly text: string
  readonly kind: AliasKind
  readonly context?: string | undefined
  readonly range: ChapterIdRange
  readonly source?: S | undefined
  readonly isPrimary: boolean
}

/** One step that happened: 章, 台阶, 周期. */
export interface ProposedStep<S = number> {
  readonly id: number
  readonly chapterId: number
  readonly step: string
  readonly phase: Phase
  readonly source?: S | undefined
}

/** 成长弧线: what is meant to happen. */
export interface Arc {
  readonly steps: readonly PlannedStep[]
  readonly endingDirection?: string | undefined
}

export interface PlannedStep {
  readonly id: number
  readonly phase: Phase
  readonly description: string
  readonly window?: ChapterIdRange | undefined
}

/** 字段存疑: a field left open on purpose. */
export interface Doubt {
  readonly path: string
  readonly reason: string
}

/** The same proposal with references and sources told another way. */
export function mapProposal<R, S, R2, S2>(
  proposal: Proposal<R, S>,
  to: ProposalMapping<R, S, R2, S2>,
): Proposal<R2, S2> {
  switch (proposal.operation) {
    case 'CREATE':
      return {
        ...proposal,
        aliases: proposal.aliases.map((alias) => withSource(alias, to)),
        facts: Object.fromEntries(
          Object.entries(proposal.facts).map(([name, value]) => [name, to.value(name, value)]),
        ),
        ends: proposal.ends && {
          source: to.ref(proposal.ends.source),
          target: to.ref(proposal.ends.target),
        },
        evolution: proposal.evolution.map((step) => withSource(step, to)),
        sources: proposal.sources.map(to.source),
      }
    case 'REVISE':
      return {
        ...proposal,
        ops: proposal.ops.map((op) => ({
          ...withSource(op, to),
          value: op.value === undefined ? undefined : to.value(op.field, op.value),
        })),
        evolution: proposal.evolution.map((step) => withSource(step, to)),
        sources: proposal.sources.map(to.source),
      }
    case 'ADD_ALIAS':
      return { ...proposal, alias: withSource(proposal.alias, to) }
  }
}

export interface ProposalMapping<R, S, R2, S2> {
  readonly ref: (ref: R) => R2
  readonly value: (field: string, value: Value<R>) => Value<R2>
  readonly source: (source: S) => S2
}

function withSource<S, S2, T extends { readonly source?: S | undefined }>(
  one: T,
  { source }: { readonly source: (source: S) => S2 },
) {
  return { ...one, source: one.source === undefined ? undefined : source(one.source) }
}

/** Every source that a proposal cites, itself or in its parts. */
export function sourcesOf<R, S>(proposal: Proposal<R, S>): S[] {
  const parts =
    proposal.operation === 'ADD_ALIAS'
      ? [proposal.alias]
      : proposal.operation === 'CREATE'
        ? [...proposal.aliases, ...proposal.evolution]
        : [...proposal.ops, ...proposal.evolution]
  const own = parts.flatMap(({ source }) => (source === undefined ? [] : [source]))
  return proposal.operation === 'ADD_ALIAS' ? own : [...own, ...proposal.sources]
}
