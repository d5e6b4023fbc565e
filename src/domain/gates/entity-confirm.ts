import type { Doubt, Phase } from '../draft/proposal.ts'
import type { EntityType } from '../entity-types/entity-type.ts'
import type { PositionRange } from '../story-time.ts'

/** An entity as it would be once the draft is confirmed, and what the draft rests on. */
export interface EntityConfirm {
  readonly type: EntityType
  /** First confirmation of this entity. */
  readonly isFirst: boolean
  /** The values that decide which fields are owed, e.g. `kind`. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly hasField: (name: string) => boolean
  /** Fields whose coverage this draft can have changed. */
  readonly coverageOf: readonly string[]
  readonly doubts: readonly Doubt[]
  /** Undefined when the draft leaves evolution and arc alone. */
  readonly arc: ArcState | undefined
  /** JSON pointers of what is proposed without a source. */
  readonly unsourced: readonly string[]
  /** JSON pointers of lasting ops that could rest on several sources. */
  readonly ambiguouslySourced: readonly string[]
  /** Cited texts that are gone or whose chapter is. */
  readonly lostSources: readonly string[]
  /** Entities referred to that are no part of the canon. */
  readonly unknownRefs: readonly { readonly id: number; readonly name: string }[]
}

/** 演变历程 and 成长弧线 together. */
export interface ArcState {
  readonly happened: readonly { readonly phase: Phase; readonly position: number }[]
  readonly planned: readonly {
    readonly phase: Phase
    readonly window: PositionRange | undefined
  }[]
  readonly endingDirection: string | undefined
}
