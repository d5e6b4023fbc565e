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

/** All that was found out about a manuscript; the indexes in the outline are among `lines`. */
export interface Findings {
  readonly lines: readonly Line[]
  readonly outline: Outline
  readonly book: Assembled
  readonly front: FrontMatter
  readonly chapters: readonly (Numbered & { readonly paragraphs: readonly string[] })[]
  readonly rejected: readonly RejectedLine[]
  readonly oneLine: OneLine | undefined
}

/** What a person should know of a manuscript, in the order of the file; what concerns the whole of it comes first. */
export function findAnomalies(findings: Findings): readonly ImportAnomaly[] {
  const found = [
    ...ofFile(findings),
    ...ofFront(findings.front, findings.outline),
    ...ofRejects(findings.rejected),
    ...ofHeadings(findings),
    ...ofVolumes(findings.book),
    ...checkNumbering(findings.chapters),
    ...findings.chapters.flatMap(ofChapter),
  ]
  return found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function ofFile({ oneLine, outline: { headings, wrap } }: Findings): readonly ImportAnomaly[] {
  return [
    oneLine === 'SPLIT' &&
      warn(
        'ONE_LINE_FILE',
        undefined,
        'The file lost its line breaks; runs of spaces were taken for them. Check the chapters, or import a copy with line breaks.',
      ),
    oneLine === 'WHOLE' &&
      warn(
        'ONE_LINE_FILE',
        undefined,
        'The file has a few giant lines; headings within a line are not found. Put each heading and each paragraph on a line of its own and import again.',
      ),
    headings.size === 0 &&
      warn(
        'NO_HEADINGS',
        undefined,
        'No chapter heading was found; the whole text is one chapter. Put headings such as 第一章 or Chapter 1 on lines of their own and import again, or split the chapter in the work.',
      ),
    wrap !== undefined &&
      note(
        'HARD_WRAPPED',
        undefined,
        `The lines are broken at about ${Math.round(wrap.width)} characters; they were joined into paragraphs again.`,
      ),
  ].filter((anomaly) => anomaly !== false)
}

function ofFront({ prose }: FrontMatter, { headings }: Outline): readonly ImportAnomaly[] {
  const [first] = prose
  const last = prose.at(-1)
  if (!first || !last || headings.size === 0) return []
  const lines = `Lines ${first.number}–${last.number}`
  return [
    warn(
      'FRONT_MATTER',
      first.number,
      `${lines} stand before the first heading; they are kept as a chapter of their own. If they are no part of the story, delete that chapter.`,
    ),
  ]
}

const tellRejects: Partial<Record<RejectCode, (lines: readonly number[]) => ImportAnomaly>> = {
  ADVERTISEMENT: (lines) =>
    warn(
      'ADVERTISEMENT',
      lines[0],
      `Advertisements were left out: ${nameLines(lines)}. If one belongs to the story, take its web address out and import again.`,
    ),
  AUTHOR_NOTE: (lines) =>
    note('AUTHOR_NOTE', lines[0], `Marks of the end were left out: ${nameLines(lines)}.`),
  GUTENBERG: (lines) =>
    note(
      'GUTENBERG',
      lines[0],
      `The header and licence of Project Gutenberg were left out (${lines.length} lines).`,
    ),
  MODEL_OUTPUT: (lines) =>
    warn(
      'MODEL_OUTPUT',
      lines[0],
      `The thoughts of a language model were left out: ${nameLines(lines)}. Check that the text around them is complete.`,
    ),
  TITLE_PAGE: (lines) =>
    note('FRONT_MATTER', lines[0], `The title page was left out of the text: ${nameLines(lines)}.`),
  TITLE_REPEATED: (lines) =>
    note(
      'TITLE_REPEATED',
      lines[0],
      `Headings that are printed again right behind themselves were left out: ${nameLines(lines)}.`,
    ),
}

function ofRejects(rejected: readonly RejectedLine[]): readonly ImportAnomaly[] {
  const byCode = Map.groupBy(rejected, ({ code }) => code)
  return [...byCode].flatMap(
    ([code, group]) => tellRejects[code]?.(group.map(({ line }) => line.number)) ?? [],
  )
}

function ofHeadings({ lines, outline, book }: Findings): readonly ImportAnomaly[] {
  const numbersOf = (indexes: readonly number[]) => indexes.flatMap((at) => lines[at]?.number ?? [])
  const texts = [book.front, ...book.sections.map((section) => section.lines)].flat()
  const notes = texts.filter(({ text }) => isAuthorNote(text)).map(({ number }) => number)
  return [
    ...outline.contents.flatMap((list) =>
      ofContents(list, numbersOf(list.entries.map(({ at }) => at))),
    ),
    ...some(numbersOf(outline.retold), (numbers) =>
      note(
        'TITLE_REPEATED',
        numbers[0],
        `The text tells the title of its own chapter again: ${nameLines(numbers)}. It stays text.`,
      ),
    ),
    ...some(numbersOf(outline.doubtful), (numbers) =>
      warn(
        'HEADING_DOUBTFUL',
        numbers[0],
        `What looks like a heading does not follow the numbers around it and stays text: ${nameLines(numbers)}. If it is a heading, put a space behind its number and import again.`,
      ),
    ),
    ...some(numbersOf(outline.sections), (numbers) =>
      note(
        'SECTION_HEADING',
        numbers[0],
        `Headings of sections within chapters stay in the text: ${nameLines(numbers)}.`,
      ),
    ),
    ...some(notes, (numbers) =>
      warn(
        'AUTHOR_NOTE',
        numbers[0],
        `Notes of the author seem to stand in the text: ${nameLines(numbers)}. They are kept where they stand; if they are no part of the story, take them out and import again.`,
      ),
    ),
  ]
}

function ofContents({ missing }: ContentsList, numbers: readonly number[]): ImportAnomaly {
  const names = missing
    .slice(0, 5)
    .map(({ heading }) => nameHeading(heading))
    .join(', ')
  const more = missing.length > 5 ? ` and ${missing.length - 5} more` : ''
  const lack =
    missing.length > 0
      ? ` The text has no heading for ${names}${more}; see whether it is complete.`
      : ''
  return {
    kind: 'CONTENTS_LIST',
    severity: missing.length > 0 ? 'WARNING' : 'INFO',
    line: numbers[0],
    message: `Lines ${numbers[0]}–${numbers.at(-1)} are a contents list of ${numbers.length} entries; they are no chapters.${lack}`,
  }
}

function ofVolumes({ renumbered, sections }: Assembled): readonly ImportAnomaly[] {
  const hasChapters = sections.some(({ heading }) => heading.kind === 'CHAPTER')
  return [
    ...renumbered.map(({ label, volume }) =>
      note(
        'VOLUME_RENUMBERED',
        volume.line,
        `${label} is volume ${volume.number} here: another volume has its number, or it prints none.`,
      ),
    ),
    ...sections
      .filter(({ isVolume }) => isVolume && hasChapters)
      .map(({ heading, line }) =>
        note(
          'VOLUME_TEXT',
          line,
          `Text stands right below the heading of ${nameHeading(heading)}; it is kept as a chapter of its own.`,
        ),
      ),
  ]
}

function ofChapter({
  line,
  paragraphs,
  ...heading
}: Findings['chapters'][number]): readonly ImportAnomaly[] {
  if (paragraphs.length > 0) return []
  return [
    warn(
      'EMPTY_CHAPTER',
      line,
      `${nameHeading(heading)} (line ${line}) has no text. Add its text to the file, or delete the heading if it is none.`,
    ),
  ]
}

function some(numbers: readonly number[], tell: (numbers: readonly number[]) => ImportAnomaly) {
  return numbers.length > 0 ? [tell(numbers)] : []
}

function warn(kind: string, line: number | undefined, message: string): ImportAnomaly {
  return { kind, severity: 'WARNING', line, message }
}

function note(kind: string, line: number | undefined, message: string): ImportAnomaly {
  return { kind, severity: 'INFO', line, message }
}
