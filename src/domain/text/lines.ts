/** A line of a manuscript that is not blank. */
export interface Line {
  /** Where it stands in the file, from 1. */
  readonly number: number
  /** NFC, without the white space around it. */
  readonly text: string
  /** Columns of white space before the text; U+3000 takes two. */
  readonly indent: number
  /** A blank line, or the start of the file, stands before it. */
  readonly afterBlank: boolean
}

export function readLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let afterBlank = true
  let number = 0
  for (const raw of text.split(/\r\n|\n|\r/u)) {
    number += 1
    const line = toLine(raw, { number, afterBlank })
    afterBlank = line === undefined
    if (line) lines.push(line)
  }
  return lines
}

export function toLine(raw: string, place: Pick<Line, 'number' | 'afterBlank'>): Line | undefined {
  const text = raw.trim()
  if (text === '') return undefined
  return { ...place, text, indent: columnsOf(raw.slice(0, raw.length - raw.trimStart().length)) }
}

function columnsOf(space: string): number {
  let columns = 0
  for (const char of space) columns += char === '\u3000' ? 2 : 1
  return columns
}

/** Code points that are not white space. */
export function countCharacters(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff
    if (!isLowSurrogate && !isSpace(unit)) count += 1
  }
  return count
}

/** What `\s` matches. */
function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit >= 0x3001 && unit < 0xfeff) return false
  return /\s/u.test(String.fromCharCode(unit))
}

/** `lines 1, 2, 3 and 7 more`: a report names the first few. */
export function nameLines(numbers: readonly number[]): string {
  const named = 5
  if (numbers.length === 1) return `line ${numbers[0]}`
  const first = numbers.slice(0, named).join(', ')
  return numbers.length > named
    ? `lines ${first} and ${numbers.length - named} more`
    : `lines ${first}`
}

/** The label and title of a chapter for a message. */
export function nameHeading({
  label,
  title,
}: {
  readonly label: string
  readonly title: string
}): string {
  return [label, title].filter((part) => part !== '').join(' ')
}
