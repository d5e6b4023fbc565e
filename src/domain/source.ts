import { createHash } from 'node:crypto'

export const sourceKinds = ['CANON_TEXT', 'CONFIRMED_SETTING'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const sourceChecks = ['MATCH', 'MISMATCH', 'MISSING'] as const
export type SourceCheck = (typeof sourceChecks)[number]

/** SHA-256 of NFC text, 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The half-open slice of `text` in Unicode code points. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  return Array.from(text).slice(start, end).join('')
}

export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Where `quote` stands in `text`, in code points; undefined unless it stands there exactly once. */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const index = text.indexOf(quote)
  if (quote === '' || index < 0 || text.indexOf(quote, index + 1) >= 0) return undefined
  const start = codePointLength(text.slice(0, index))
  return { start, end: start + codePointLength(quote) }
}

/** A cited place and the text that stands there now. */
export interface Citation {
  readonly start: number
  readonly end: number
  readonly quote: string
  readonly quoteSha256: string
  readonly contentSha256: string
}

/** Recomputes the hashes of a source against the revision it points to. */
export function checkSource(citation: Citation, text: string | undefined): SourceCheck {
  if (text === undefined) return 'MISSING'
  const quote = sliceCodePoints(text, citation.start, citation.end)
  const intact =
    sha256(text) === citation.contentSha256 &&
    sha256(quote) === citation.quoteSha256 &&
    quote === citation.quote
  return intact ? 'MATCH' : 'MISMATCH'
}
