import { codePointLength } from '../source.ts'
import type { FoldedText } from './fold.ts'
import { refusedAliases } from './refused-aliases.ts'

export interface Match {
  /** The folded surface. */
  readonly key: string
  /** Index into the keys that the matcher was made of. */
  readonly pattern: number
  /** Half-open, in code points of the original text. */
  readonly start: number
  readonly end: number
}

export interface Matcher {
  /** How many of the keys can be found. */
  readonly size: number
  /**
   * Leftmost-longest matches without overlap, in the order of the text. `accepts` leaves patterns out of the run, so
   * that a shorter one is found in their place.
   */
  readonly match: (folded: FoldedText, accepts?: (pattern: number) => boolean) => readonly Match[]
}

/**
 * Makes a matcher of lookup keys, once for many texts. Keys of one character and refused aliases (他, 少年) are never
 * found: they could be anybody. A match begins and ends with whole characters of the original, and where it begins or
 * ends with a letter of an alphabet or a digit, with a whole word: Ann is not found in Anne.
 */
export function createMatcher(keys: readonly string[]): Matcher {
  const patterns = keys.map(toPattern).filter(({ key }) => isFindable(key))
  const index = createIndex(patterns)
  return {
    size: patterns.length,
    match: (folded, accepts = () => true) => findAll(index, folded, accepts),
  }
}

interface Pattern {
  readonly key: string
  readonly index: number
  readonly startsWithWord: boolean
  readonly endsWithWord: boolean
}

/** Patterns by their first two UTF-16 units. */
interface Index {
  /** Group of each hash of two units; 0 = none. */
  readonly slots: Int32Array
  readonly shift: number
  /** Longest first. */
  readonly groups: readonly (readonly Pattern[])[]
}

function toPattern(key: string, index: number): Pattern {
  return {
    key,
    index,
    startsWithWord: isWordAt(key, 0),
    endsWithWord: isWordAt(key, key.length - 1),
  }
}

function isFindable(key: string): boolean {
  return codePointLength(key) >= 2 && !refusedAliases.has(key)
}

/** Eight slots or more for each pattern, so that few stretches of text without a name look like one. */
function createIndex(patterns: readonly Pattern[]): Index {
  const bits = Math.ceil(Math.log2(patterns.length + 1)) + 3
  const shift = 32 - bits
  const slots = new Int32Array(2 ** bits)
  const groups: Pattern[][] = [[]]
  for (const pattern of patterns.toSorted((a, b) => b.key.length - a.key.length)) {
    const slot = slotAt(pattern.key, 0, shift)
    const group = slots[slot] || groups.push([]) - 1
    slots[slot] = group
    groups[group]?.push(pattern)
  }
  return { slots, shift, groups }
}

/** Fibonacci hash of the two units at `at`: the high bits of the product depend on both. */
function slotAt(text: string, at: number, shift: number): number {
  return Math.imul((text.charCodeAt(at) << 16) | text.charCodeAt(at + 1), 0x9e3779b1) >>> shift
}

function findAll(
  { slots, shift, groups }: Index,
  folded: FoldedText,
  accepts: (pattern: number) => boolean,
): Match[] {
  const { text, offsets } = folded
  const matches: Match[] = []
  for (let at = 0; at < text.length - 1; at += 1) {
    const group = slots[slotAt(text, at, shift)]
    if (!group) continue
    for (const pattern of groups[group] ?? []) {
      if (!standsAt(folded, at, pattern) || !accepts(pattern.index)) continue
      const { key, index } = pattern
      const end = at + key.length
      matches.push({ key, pattern: index, start: offsets[at] ?? 0, end: offsets[end] ?? 0 })
      at = end - 1
      break
    }
  }
  return matches
}

function standsAt({ text, offsets }: FoldedText, at: number, pattern: Pattern): boolean {
  const end = at + pattern.key.length
  return (
    text.startsWith(pattern.key, at) &&
    offsets[at] !== offsets[at - 1] &&
    offsets[end] !== offsets[end - 1] &&
    !(pattern.startsWithWord && isWordAt(text, at - 1)) &&
    !(pattern.endsWithWord && isWordAt(text, end))
  )
}

/** Letters of scripts that put spaces between words, digits, and marks. */
const wordCharacter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{M}]/u

function isWordAt(text: string, at: number): boolean {
  return wordCharacter.test(text.charAt(at))
}
