import type { ImportAnomaly } from '../import-report.ts'
import type { Assembled } from './assemble.ts'
import { isAuthorNote } from './boilerplate.ts'
import type { ContentsList } from './contents-list.ts'
import type { FrontMatter } from './front-matter.ts'
import { type Line, nameHeading, nameLines } from './lines.ts'
import { checkNumbering, type Numbered } from './numbering.ts'
import type { OneLine } from './one-line.ts'
import type { Outline } from './outline.ts'
import type { RejectCode, RejectedLine } from './rejects.ts'

/** All that was found out about a manuscript; indexes of the outline are among `lines`. */
export interface Findings {
  readonly lines: readonly Line[]
  readonly outline: Outline
  readonly book: Assembled
  readonly front: FrontMatter
  readonly chapters: readonly (Numbered & { readonly paragraphs: readonly string[] })[]
  readonly rejected: readonly RejectedLine[]
  readonly oneLine: OneLine | undefined
}

/** What a person should know of a manuscript, in the order of the file; what concerns the whole file comes first. */
export function findAnomalies(findings: Findings): readonly ImportAnomaly[] {
  const anomalies = [
    ...ofFile(findings),
    ...ofFrontMatter(findings),
    ...ofRejected(findings.rejected),
    ...ofOutline(findings),
    ...ofChapters(findings),
    ...checkNumbering(findings.chapters),
  ]
  return anomalies.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function ofFile({ chapters, oneLine, outline: { headings, wrap }, book, front }: Findings): readonly ImportAnomaly[] {
  const found: ImportAnomaly[] = []
  const tell = (kind: string, severity: ImportAnomaly['severity'], message: string) =>
    found.push({ kind, severity, line: undefined, message })
  if (oneLine === 'SPLIT') {
    tell('ONE_LINE_FILE', 'WARNING', 'The file has lost its line breaks; runs of spaces were taken for them. Check the chapters, or import a copy with line breaks.')
  }
  if (oneLine === 'WHOLE') {
    tell('ONE_LINE_FILE', 'WARNING', 'The file has lost its line breaks, so headings within its lines are not found. Put each heading and each paragraph on a line of its own and import again.')
  }
  if (headings.size === 0) {
    tell('NO_HEADINGS', 'WARNING', 'No chapter heading was found; the whole text is one chapter. Put headings such as 第一章 or Chapter 1 on lines of their own and import again, or split the chapter in the work.')
  }
  if (wrap) {
    const lines = [book.front, front.prose, ...book.sections].length
    tell('HARD_WRAPPED', 'INFO', `Lines are broken at about ${wrap.width} characters; they were joined into paragraphs.`)
  }
  return found
}
