export const confidenceBands = ['AUTO', 'WARNED', 'HELD'] as const
export type ConfidenceBand = (typeof confidenceBands)[number]

/** > 0.8 adopted, 0.5..0.8 adopted with a warning, < 0.5 held until a person resolves it. */
export function bandOf(confidence: number): ConfidenceBand {
  if (confidence > 0.8) return 'AUTO'
  return confidence >= 0.5 ? 'WARNED' : 'HELD'
}
