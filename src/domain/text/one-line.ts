import { parseHeading } from './headings.ts'
import { type Line, toLine } from './lines.ts'

/** What became of a file of a few giant lines: split into more, or left WHOLE. */
export type OneLine = 'SPLIT' | 'WHOLE'

const mostLines = 5
const giant = 2000

/**
 * A file that lost its line breaks, mostly with the indents still in it: each run of two or more spaces begins a line,
 * where that brings out chapters whose numbers rise one by one. Anything less plain stays as it is.
 */
export function breakGiantLines(lines: readonly Line[]): {
  lines: readonly Line[]
  oneLine: OneLine | undefined
} {
  if (lines.length > mostLines || !lines.some(({ text }) => text.length >= giant)) {
    return { lines, oneLine: undefined }
  }
  const pieces = lines.flatMap(({ number, text }) =>
    text
      .split(/[ \t\u3000]{2,}/u)
      .flatMap((piece) => toLine(piece, { number, afterBlank: true }) ?? []),
  )
  const numbers = chapterNumbers(pieces)
  if (isRising(numbers) && numbers.length > chapterNumbers(lines).length) {
    return { lines: pieces, oneLine: 'SPLIT' }
  }
  return { lines, oneLine: 'WHOLE' }
}

function chapterNumbers(lines: readonly Line[]): readonly (number | undefined)[] {
  const headings = lines.flatMap(({ text }) => parseHeading(text) ?? [])
  return headings
    .filter(({ kind, trust }) => kind === 'CHAPTER' && trust === 'SURE')
    .map(({ number }) => number)
}

function isRising(numbers: readonly (number | undefined)[]): boolean {
  return (
    numbers.length >= 2 &&
    numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  )
}
