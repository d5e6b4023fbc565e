import type { Phase } from './draft/proposal.ts'

export const ledgerStates = ['UNTOUCHED', 'CONSUMED', 'CLOSED'] as const
export type LedgerState = (typeof ledgerStates)[number]

/** Two thresholds say everything about a row: a cell is cumulative. Both in positions. */
export interface Thresholds {
  readonly firstConsumed: number | undefined
  readonly closed: number | undefined
}

/** 未被碰 / 已消费 / 已收口 up to and including a position. */
export function stateAt({ firstConsumed, closed }: Thresholds, position: number): LedgerState {
  if (closed !== undefined && closed <= position) return 'CLOSED'
  return firstConsumed !== undefined && firstConsumed <= position ? 'CONSUMED' : 'UNTOUCHED'
}

/** Thresholds of one entity from its steps, oldest first, and its first mention. */
export function thresholdsOf(
  steps: readonly { readonly position: number; readonly phase: Phase }[],
  firstMention: number | undefined,
): Thresholds {
  const touched = [steps[0]?.position, firstMention].filter((one) => one !== undefined)
  return {
    firstConsumed: touched.length > 0 ? Math.min(...touched) : undefined,
    closed: steps.find(({ phase }) => phase === 'ENDING')?.position,
  }
}
