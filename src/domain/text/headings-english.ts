import type { ChapterKind } from '../story-time.ts'
import { foldSpace, type Heading } from './heading.ts'
import { englishNumeralWords, parseNumeral } from './numerals.ts'

const counted = /^(chapter|chap\.|book|volume|vol\.|part)\s{1,4}(?:the\s)?/iu
const chapterInside = /\b(?:chapter|chap\.)\s/iu
const shortNumeral = /^(?:\d{1,6}|[IVXLCDM]{1,12}|[ivxlcdm]{1,12})(?![\p{L}\p{N}])/u

/** `Chapter XIV`, `CHAPTER 013`, `Chapter Twenty-One: The Storm`, `Part Two`, `Volume 3 Chapter 12`, `Prologue`. */
export function parseEnglishHeading(text: string): Heading | undefined {
  return parseCounted(text) ?? parseKeyword(text)
}

function parseCounted(text: string): Heading | undefined {
  const [lead, word = ''] = counted.exec(text) ?? []
  if (lead === undefined) return undefined
  const numeral = takeNumeral(text.slice(lead.length))
  if (!numeral) return undefined
  const unit = word.toLowerCase().replace('.', '')
  const label = foldSpace(lead + numeral.printed)
  const behind = text.slice(lead.length + numeral.printed.length)
  if (unit.startsWith('chap'))
    return headed({ kind: 'CHAPTER', label, number: numeral.value, unit: 'chapter' }, behind)
  return (
    chapterOfVolume({ label, number: numeral.value }, behind) ??
    headed({ kind: 'VOLUME', label, number: numeral.value, unit }, behind)
  )
}

function chapterOfVolume(
  volume: { label: string; number: number },
  behind: string,
): Heading | undefined {
  const at = behind.search(chapterInside)
  const chapter = at < 0 ? undefined : parseCounted(behind.slice(at))
  return (
    chapter && { ...chapter, volume: { ...volume, title: behind.slice(0, at).replace(edges, '') } }
  )
}

const edges = /^[\s,.:：—–-]{1,8}|[\s,.:：—–-]{1,8}$/gu

/** The longest numeral at the start: One Hundred and Five before One. */
function takeNumeral(text: string): { printed: string; value: number } | undefined {
  const short = shortNumeral.exec(text)?.[0]
  for (const printed of short ? [short] : numeralsInWords(text)) {
    const value = parseNumeral(printed)
    if (value !== undefined) return { printed, value }
  }
  return undefined
}

const mostWords = 5

function numeralsInWords(text: string): readonly string[] {
  const ends: number[] = []
  for (const word of text.matchAll(/[a-z]{1,12}/giu)) {
    if (!englishNumeralWords.has(word[0].toLowerCase())) break
    if (ends.length === mostWords) return []
    ends.push(word.index + word[0].length)
  }
  return ends.reverse().map((end) => text.slice(0, end))
}

const keywords: readonly (readonly [ChapterKind, string])[] = [
  ['PROLOGUE', 'Prologue|Preface|Foreword|Introduction'],
  ['EPILOGUE', 'Epilogue|Afterword'],
  ['INTERLUDE', 'Interlude|Intermission'],
  ['EXTRA', 'Bonus Chapter|Side Story|Extra Chapter|Extra'],
]

const keywordMarks = keywords.map(([kind, words]) => {
  const inCapitals = words.toUpperCase()
  return {
    kind,
    pattern: new RegExp(
      `^(?:${words}|${inCapitals})(?:\\s{1,2}(\\d{1,4}|[IVXLC]{1,8}))?(?![\\p{L}\\p{N}])`,
      'u',
    ),
  }
})

function parseKeyword(text: string): Heading | undefined {
  for (const { kind, pattern } of keywordMarks) {
    const [mark, printed = ''] = pattern.exec(text) ?? []
    if (mark === undefined) continue
    const behind = text.slice(mark.length)
    if (/^\s{1,8}\p{L}/u.test(behind)) return undefined
    return headed({ kind, label: foldSpace(mark), number: parseNumeral(printed), unit: '' }, behind)
  }
  return undefined
}

const gap = /^\s{0,4}[.:：、—–-]{1,3}\s{0,8}|^\s{1,8}/u
const titleStart = /^[\p{Lu}\p{Lo}\p{N}“"'‘「《(（]/u
const longestTitle = 100

function headed(
  marked: Pick<Heading, 'kind' | 'label' | 'number' | 'unit'>,
  behind: string,
): Heading | undefined {
  const between = gap.exec(behind)?.[0] ?? ''
  const title = foldSpace(behind.slice(between.length))
  const isPlain =
    title === '' || (between !== '' && (between.trim() !== '' || titleStart.test(title)))
  if (!isPlain || title.length > longestTitle || /[,;:，；：。]$/u.test(title)) return undefined
  return { ...marked, title, part: undefined, volume: undefined, trust: 'SURE' }
}
