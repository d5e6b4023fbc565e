import type { EntityType } from '../entity-types/entity-type.ts'
import type { Field } from '../entity-types/field.ts'
import { fieldOf } from '../entity-types/registry.ts'
import type { Value } from '../entity-types/value.ts'
import type { ArcState } from '../gates/entity-confirm.ts'
import { beforeBook, type PositionRange, type Timeline } from '../story-time.ts'
import type { Arc, Doubt, Phase, ProposedOp, ProposedStep, Tier } from './proposal.ts'
import { toPositions } from './rows.ts'

/** An entity as the decision finds it, and as it leaves it. `revision` 0 = no part of the canon yet. */
export interface Target {
  readonly entityId: number
  readonly type: EntityType
  readonly revision: number
  readonly tier: Tier
  readonly range: PositionRange
  readonly doubts: readonly Doubt[]
  readonly extra: unknown
  readonly arc: ArcState
  /** Fields that have a value somewhere in the story. */
  readonly fields: ReadonlySet<string>
  /** Values that decide which fields are owed, e.g. `kind`. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** An entity that is no part of the canon yet. */
export function newTarget(entityId: number, type: EntityType): Target {
  return {
    entityId,
    type,
    revision: 0,
    tier: 'DECORATIVE',
    range: { from: beforeBook, until: undefined },
    doubts: [],
    extra: undefined,
    arc: { happened: [], planned: [], endingDirection: undefined },
    fields: new Set(),
    facts: {},
  }
}

export function registered({ type }: Target, name: string): Field {
  const field = fieldOf(type.name, name)
  if (!field) throw new Error(`The registry has no ${type.name}.${name}.`)
  return field
}

export function withInitials(type: EntityType, facts: Readonly<Record<string, Value>>) {
  const initials = Object.entries(type.fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial] as const],
  )
  return { ...Object.fromEntries(initials), ...facts }
}

/** Fields that have a value somewhere in the story once the ops are recorded. */
export function fieldsAfter(target: Target, ops: readonly ProposedOp[]): ReadonlySet<string> {
  const after = new Set(target.fields)
  for (const { field, op } of ops) {
    if (op === 'SET' || op === 'ADD') after.add(field)
    if (op === 'UNSET' && registered(target, field).temporal === 'LASTING') after.delete(field)
  }
  return after
}

export function factsAfter(target: Target, ops: readonly ProposedOp[]) {
  const set = ops
    .filter(({ op }) => op === 'SET')
    .map(({ field, value }) => [field, value] as const)
  return { ...target.facts, ...Object.fromEntries(set) }
}

/** The arc with the decision's ending direction, where no step tells an ending. */
export function withEnding(
  arc: Arc | undefined,
  steps: readonly { readonly phase: Phase }[],
  endingDirection: string | undefined,
): Arc | undefined {
  const ends = [...steps, ...(arc?.steps ?? [])].some(({ phase }) => phase === 'ENDING')
  if (endingDirection === undefined || ends || arc?.endingDirection) return arc
  return { steps: arc?.steps ?? [], endingDirection }
}

export function arcState(
  before: ArcState,
  evolution: readonly ProposedStep[],
  { arc, timeline }: { readonly arc: Arc | undefined; readonly timeline: Timeline },
): ArcState {
  const happened = evolution.map(({ phase, chapterId }) => ({
    phase,
    position: timeline.placeOfChapter(chapterId)?.position ?? beforeBook,
  }))
  return {
    happened: [...before.happened, ...happened],
    planned: arc
      ? arc.steps.map(({ phase, window }) => ({
          phase,
          window: window && toPositions(window, timeline),
        }))
      : before.planned,
    endingDirection: arc ? arc.endingDirection : before.endingDirection,
  }
}
