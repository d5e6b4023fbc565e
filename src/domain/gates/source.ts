import type { EntityConfirm } from './entity-confirm.ts'
import type { Finding, Gate } from './gate.ts'

/** Every proposed fact leads back to the sentence that proves it, or to a person's own words. */
export const sourceGate: Gate<EntityConfirm> = {
  name: 'source',
  codes: ['SOURCE_MISSING', 'SOURCE_AMBIGUOUS', 'SOURCE_LOST'],
  check: ({ unsourced, ambiguouslySourced, lostSources }) => [
    ...finding('SOURCE_MISSING', unsourced, {
      message: 'Nothing proves what is proposed.',
      mend: 'Cite a sentence of the text, or vouch for it in your own words (`vouch`).',
    }),
    ...finding('SOURCE_AMBIGUOUS', ambiguouslySourced, {
      message:
        'Several sources are given, and a lasting fact begins where its own evidence stands.',
      mend: 'Name the source of each lasting field.',
    }),
    ...finding('SOURCE_LOST', lostSources, {
      message: 'A cited chapter is no longer part of the work.',
      mend: 'Cite a sentence that still stands.',
    }),
  ],
}

function finding(
  code: string,
  paths: readonly string[],
  words: Pick<Finding, 'message' | 'mend'>,
): Finding[] {
  return paths.length === 0 ? [] : [{ code, severity: 'BLOCKING', paths, ...words }]
}
