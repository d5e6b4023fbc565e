import type { EntityTypeName } from '../entity-types/entity-type-name.ts'
import type { RefInput } from '../entity-types/value.ts'
import type { AliasKind, Phase, Tier } from './proposal.ts'

/** What callers send; every door (graph, cast lists, the demo) makes this. Chapters by number, null = before the book. */
export interface DraftInput {
  readonly label?: string | null | undefined
  readonly change: ChangeInput
  readonly confidence?: number | null | undefined
  /** An older pending draft that this one supersedes. */
  readonly replacesDraftId?: number | null | undefined
  readonly provenance?: unknown
}

/** Exactly one is set. */
export interface ChangeInput {
  readonly create?: CreateInput | null | undefined
  readonly revise?: ReviseInput | null | undefined
  readonly addAlias?: AddAliasInput | null | undefined
}

export interface CreateInput {
  readonly type: EntityTypeName
  readonly name: string
  readonly key?: string | null | undefined
  readonly tier?: Tier | null | undefined
  readonly aliases?: readonly AliasInput[] | null | undefined
  readonly validity?: RangeInput | null | undefined
  /** By the registry; a relation's `source` and `target` stand here too. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly evolution?: readonly StepInput[] | null | undefined
  readonly plannedArc?: ArcInput | null | undefined
  readonly sources: readonly SourceInput[]
}

export interface ReviseInput {
  readonly target: RefInput
  readonly baseRevision: number
  readonly ops: readonly OpInput[]
  readonly validity?: RangeInput | null | undefined
  readonly tier?: Tier | null | undefined
  readonly evolution?: readonly StepInput[] | null | undefined
  readonly plannedArc?: ArcInput | null | undefined
  readonly doubts?: readonly DoubtInput[] | null | undefined
  readonly sources: readonly SourceInput[]
  readonly reason?: string | null | undefined
}

export interface AddAliasInput {
  readonly target: RefInput
  readonly baseRevision: number
  readonly alias: AliasInput
  readonly reason?: string | null | undefined
}

export interface OpInput {
  readonly field: string
  readonly op: Readonly<Partial<Record<'set' | 'unset' | 'add' | 'remove', unknown>>>
  readonly fromChapter?: number | null | undefined
  readonly reason?: string | null | undefined
  readonly source?: SourceInput | null | undefined
}

export interface RangeInput {
  readonly fromChapter?: number | null | undefined
  readonly untilChapter?: number | null | undefined
}

export interface AliasInput {
  readonly text: string
  readonly kind?: AliasKind | null | undefined
  readonly context?: string | null | undefined
  readonly validity?: RangeInput | null | undefined
  readonly source?: SourceInput | null | undefined
  readonly isPrimary?: boolean | null | undefined
}

export interface StepInput {
  readonly chapter: number
  readonly step: string
  readonly phase: Phase
  readonly source?: SourceInput | null | undefined
}

export interface ArcInput {
  readonly steps: readonly PlannedStepInput[]
  readonly endingDirection?: string | null | undefined
}

export interface PlannedStepInput {
  readonly phase: Phase
  readonly description: string
  readonly window?: RangeInput | null | undefined
}

export interface DoubtInput {
  readonly path: string
  readonly reason: string
}

/** A place in a block or a setting note; offsets in code points of the NFC text. */
export interface SourceInput {
  readonly kind: 'CANON_TEXT' | 'CONFIRMED_SETTING'
  readonly blockId?: number | null | undefined
  readonly settingNoteId?: number | null | undefined
  /** Null = the current one. */
  readonly revision?: number | null | undefined
  readonly startOffset?: number | null | undefined
  readonly endOffset?: number | null | undefined
  readonly quote?: string | null | undefined
  readonly contentSha256?: string | null | undefined
}
