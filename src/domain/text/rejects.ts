import type { ImportReject } from '../import-report.ts'
import type { Heading } from './heading.ts'
import type { Line } from './lines.ts'

const reasons = {
  ADVERTISEMENT: 'A line that sells a site is no text of the book.',
  AUTHOR_NOTE: 'A mark of the end is no text of the book.',
  CONTENTS_LIST: 'An entry of a contents list; its chapter stands further on.',
  GUTENBERG: 'The header and licence of Project Gutenberg are no text of the book.',
  HEADING_MARK: 'It belongs to neither the label nor the title of the heading in this line.',
  MODEL_OUTPUT: 'The thoughts of a language model are no text of the book.',
  TITLE_PAGE: 'The title page is no text of the book.',
  TITLE_REPEATED: 'The heading is printed again right behind itself.',
} as const

export type RejectCode = keyof typeof reasons

export interface RejectedLine {
  readonly line: Line
  readonly code: RejectCode
}

export function toReject({ line, code }: RejectedLine): ImportReject {
  return { line: line.number, content: line.text, code, message: reasons[code] }
}

/** Words of a heading's line that are in neither label nor title: 正文, （求月票）. Bare punctuation is none. */
export function headingMark(line: Line, heading: Heading): ImportReject | undefined {
  const content = piecesOf(heading).reduce(
    (rest, piece) => rest.replace(withoutSpace(piece), ''),
    withoutSpace(line.text),
  )
  if (!/[\p{L}\p{N}]/u.test(content)) return undefined
  return { line: line.number, content, code: 'HEADING_MARK', message: reasons.HEADING_MARK }
}

/** What of a heading's line lives on. */
export function piecesOf({ label, title, volume }: Heading): readonly string[] {
  return [volume?.label ?? '', volume?.title ?? '', label, title]
}

function withoutSpace(text: string): string {
  return text.replace(/\s/gu, '')
}
