import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '../entity-types/field.ts'
import { elementOf, type Value } from '../entity-types/value.ts'

export const factOps = ['SET', 'UNSET', 'ADD', 'REMOVE'] as const
export type FactOp = (typeof factOps)[number]

/** Order key of a row without evidence in its chapter: after all rows that have some. */
export const noEvidence = Number.MAX_SAFE_INTEGER

/** The rows of one field or, of a set, of one member together with the whole-field rows. */
export interface Chain {
  /** The member; '' where the whole field is the chain. */
  readonly elem: string
  readonly shape: Shape
}

/** One counting row of the ledger. `elem` is '' where the row is about the whole field. */
export interface ChainRow {
  readonly ledgerId: number
  readonly position: number
  readonly elem: string
  readonly op: FactOp
  readonly operand: Value | undefined
}

/** What holds over a half-open range of positions: a span before it is recorded. */
export interface Segment {
  readonly from: number
  readonly to: number | undefined
  readonly value: Value
  /** The row that established the value. */
  readonly ledgerId: number
}

/** What is known around the places that changed: enough to fold them without the rest of the chain. */
export interface Neighbourhood {
  /** Positions where rows were added or superseded, ascending. */
  readonly touched: readonly number[]
  /** The rows at each touched place and at the next place after it, in the order of the story. */
  readonly rows: readonly ChainRow[]
  /** The recorded segments that overlap or touch a stretch from a touched place to the next one. */
  readonly segments: readonly Segment[]
}

type State = Pick<Segment, 'value' | 'ledgerId'> | undefined

/** Folds a whole chain. `rows` in the order of the story. */
export function foldChain(chain: Chain, rows: readonly ChainRow[]): readonly Segment[] {
  return refold(chain, { touched: placesOf(rows), rows, segments: [] })
}

/** Folds from each touched place to the next boundary, never the whole chain; the answer replaces `segments`. */
export function refold(
  chain: Chain,
  { touched, rows, segments }: Neighbourhood,
): readonly Segment[] {
  const places = placesOf(rows)
  let steps = toSteps(segments)
  for (const position of touched) {
    const next = places.find((place) => place > position)
    const before = steps.findLast(({ at }) => at < position)?.state
    const state = endOfChapter(chain, rowsAt(rows, position), before)
    const kept = steps.filter(({ at }) => at < position || (next !== undefined && at > next))
    const follows =
      next === undefined
        ? []
        : [{ at: next, state: endOfChapter(chain, rowsAt(rows, next), state) }]
    steps = [...kept, { at: position, state }, ...follows].sort((a, b) => a.at - b.at)
  }
  return toSegments(steps)
}

/** A step function of the position: from `at` on, the state is this one. */
interface Step {
  readonly at: number
  readonly state: State
}

function toSteps(segments: readonly Segment[]): Step[] {
  const starts = new Set(segments.map(({ from }) => from))
  return segments
    .flatMap(({ from, to, value, ledgerId }): Step[] => [
      { at: from, state: { value, ledgerId } },
      ...(to === undefined || starts.has(to) ? [] : [{ at: to, state: undefined }]),
    ])
    .sort((a, b) => a.at - b.at)
}

/** Equal successive values are one segment, established by the first of their rows. */
function toSegments(steps: readonly Step[]): Segment[] {
  const changes: Step[] = []
  for (const step of steps) {
    if (!isDeepStrictEqual(changes.at(-1)?.state?.value, step.state?.value)) changes.push(step)
  }
  return changes.flatMap(({ at, state }, index) =>
    state ? [{ ...state, from: at, to: changes[index + 1]?.at }] : [],
  )
}

/** What holds at the end of a chapter: the last of its rows wins. */
function endOfChapter(chain: Chain, rows: readonly ChainRow[], before: State): State {
  return rows.reduce<State>((state, row) => applyRow(chain, row, state), before)
}

function applyRow({ elem, shape }: Chain, row: ChainRow, before: State): State {
  const { op, operand, ledgerId } = row
  if (op === 'UNSET' || op === 'REMOVE') return undefined
  const isWholeSet = elem !== '' && row.elem === ''
  const value = isWholeSet ? memberOf(shape, operand, elem) : operand
  if (value === undefined) return undefined
  return before && isDeepStrictEqual(before.value, value) ? before : { value, ledgerId }
}

function memberOf(shape: Shape, members: Value | undefined, elem: string): Value | undefined {
  return (members as readonly Value[]).find((member) => elementOf(shape, member) === elem)
}

function placesOf(rows: readonly ChainRow[]): number[] {
  return [...new Set(rows.map(({ position }) => position))].sort((a, b) => a - b)
}

function rowsAt(rows: readonly ChainRow[], position: number): ChainRow[] {
  return rows.filter((row) => row.position === position)
}
