import type { Line } from './lines.ts'

/** How a file breaks its lines: at a fixed width, in the midst of sentences. */
export interface Wrap {
  /** In characters, full-width ones where the text is Chinese. */
  readonly width: number
  readonly isHan: boolean
  /** Indent of a line that begins nothing. */
  readonly margin: number
  /** Blank lines or indents tell the paragraphs apart. */
  readonly isSpaced: boolean
}

/** How far a full line may fall short of the width: a Latin word, or punctuation that may not end a line. */
const slackOf = { han: 4, latin: 18 }
const widthsOf = { han: [16, 64], latin: [45, 100] } as const

/**
 * The wrap of a file, undefined where each line is a paragraph. Given lines of prose without headings. A file is
 * hard-wrapped when many lines reach its usual width, end in the midst of a sentence and go on in the next line.
 */
export function findWrap(lines: readonly Line[]): Wrap | undefined {
  const isHan = isMostlyHan(lines)
  const margin = quantile(
    lines.map(({ indent }) => indent),
    0.1,
  )
  const flat: Wrap = { width: 0, isHan, margin, isSpaced: true }
  const width = quantile(
    lines.map((line) => widthOf(line, flat)),
    0.9,
  )
  const [narrowest, widest] = widthsOf[isHan ? 'han' : 'latin']
  if (width < narrowest || width > widest) return undefined
  const starts = lines.filter((line) => beginsByLook(line, flat)).length
  const wrap = { ...flat, width, isSpaced: starts >= lines.length / 20 }
  const runOns = lines.filter((line, at) => isRunOn(lines[at - 1], line, wrap)).length
  return runOns >= 3 && runOns >= lines.length * 0.15 ? wrap : undefined
}

function isMostlyHan(lines: readonly Line[]): boolean {
  const withHan = lines.filter(({ text }) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text),
  )
  return withHan.length > lines.length / 2
}

/** The value below which the `share` of the values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

function widthOf({ text, indent }: Line, { isHan, margin }: Wrap): number {
  return text.length + Math.max(0, indent - margin) / (isHan ? 2 : 1)
}

function isFull(line: Line, wrap: Wrap): boolean {
  return widthOf(line, wrap) >= wrap.width - slackOf[wrap.isHan ? 'han' : 'latin']
}

function beginsByLook(line: Line, { margin }: Wrap): boolean {
  return line.afterBlank || line.indent > margin
}

/** Whether `line` goes on with the sentence of the line before it. */
export function isRunOn(previous: Line | undefined, line: Line, wrap: Wrap): boolean {
  if (!previous || beginsByLook(line, wrap) || !isFull(previous, wrap)) return false
  return /[\p{L}\p{N}，、,]$/u.test(previous.text)
}

/** Whether `line` goes on with the paragraph of the line before it. */
function continues(previous: Line, line: Line, wrap: Wrap): boolean {
  if (beginsByLook(line, wrap) || !isFull(previous, wrap)) return false
  const isShort = widthOf(previous, wrap) < wrap.width - 2
  return wrap.isSpaced || !isShort || !/[。！？!?.”」』…"]$/u.test(previous.text)
}

/** The paragraphs of a stretch of prose: each line one, or joined again where the file is hard-wrapped. */
export function unwrap(lines: readonly Line[], wrap: Wrap | undefined): readonly string[] {
  if (!wrap) return lines.map(({ text }) => text)
  const paragraphs: string[][] = []
  for (const [at, line] of lines.entries()) {
    const previous = lines[at - 1]
    if (previous && continues(previous, line, wrap)) paragraphs.at(-1)?.push(line.text)
    else paragraphs.push([line.text])
  }
  return paragraphs.map((parts) => (parts.length === 1 ? parts.join('') : join(parts, wrap)))
}

function join(parts: readonly string[], { isHan }: Wrap): string {
  return parts.reduce((text, part) => text + seam(text, part, isHan) + part).normalize('NFC')
}

const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Chinese runs on without a space; between Latin words the line break was one, save behind a hyphen. */
function seam(before: string, after: string, isHan: boolean): string {
  const last = before.at(-1) ?? ''
  const first = after.charAt(0)
  if (last === '-') return ''
  if (isHan) return /[a-z0-9]/iu.test(last) && /[a-z0-9]/iu.test(first) ? ' ' : ''
  return han.test(last) || han.test(first) ? '' : ' '
}
