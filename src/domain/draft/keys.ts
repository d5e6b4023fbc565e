/** A key that nobody has: the base itself, else with the suffix _1, _2 … */
export function freeKey(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base
  let suffix = 1
  while (taken.has(`${base}_${suffix}`)) suffix += 1
  return `${base}_${suffix}`
}

/** The key to start from: a suggestion that only spells the pinyin with separators is the pinyin. */
export function suggestedKey(suggestion: string | undefined, pinyin: string): string {
  const clean = suggestion?.toLowerCase().replace(/[^a-z0-9_]/g, '')
  const bare = (key: string) => key.replaceAll('_', '')
  return !clean || bare(clean) === bare(pinyin) ? pinyin : clean
}
