import type { ChapterKind } from '../story-time.ts'
import { foldSpace, type Heading, readTail } from './heading.ts'
import { chineseNumeralChars, parseNumeral } from './numerals.ts'

/** Digits, numerals, or the placeholder of a number to come (第 X 章, X+1章). */
const numeral = `(?:[\\d０-９]{1,6}|[${chineseNumeralChars}]{1,12}|[Ⅰ-Ⅿ]{1,6}|[XxＸ×](?:\\+\\d{1,3})?)`
const chapterUnits = '章回节節话話集幕'

const chapterMark = new RegExp(`^第\\s{0,4}(${numeral})\\s{0,4}([${chapterUnits}])`, 'u')
const chapterInside = new RegExp(
  `(?<=^|[\\s:：·・])第\\s{0,4}${numeral}\\s{0,4}[${chapterUnits}]`,
  'u',
)
const bareChapterMark = new RegExp(`^(${numeral})\\s{0,4}([章回])`, 'u')
const volumeMark = new RegExp(`^第\\s{0,4}(${numeral})\\s{0,4}([卷部册冊集篇])`, 'u')
const bareVolumeMark = new RegExp(`^(卷)之?(${numeral})(?=$|[\\s:：·・—-])`, 'u')

export function parseChineseHeading(text: string): Heading | undefined {
  return parseVolume(text) ?? parseChapter(text) ?? parseBareChapter(text) ?? parseKeyword(text)
}

function parseVolume(text: string): Heading | undefined {
  const counted = volumeMark.exec(text)
  const [mark, printed = '', unit = ''] = counted ?? swap(bareVolumeMark.exec(text)) ?? []
  if (mark === undefined) return undefined
  const behind = text.slice(mark.length)
  const label = foldSpace(mark)
  const number = readNumber(printed)
  const at = behind.search(chapterInside)
  const chapter = at < 0 ? undefined : parseChapter(behind.slice(at))
  if (chapter) {
    const between = readTail(behind.slice(0, at).trimEnd())
    return between && { ...chapter, volume: { label, number, title: between.title } }
  }
  return unit === '集' ? undefined : labelled({ kind: 'VOLUME', label, unit, number }, behind)
}

function readNumber(printed: string): number | undefined {
  return /^[XxＸ×]/u.test(printed) ? undefined : parseNumeral(printed)
}

function swap(match: RegExpExecArray | null): readonly string[] | undefined {
  const [mark = '', unit = '', printed = ''] = match ?? []
  return match ? [mark, printed, unit] : undefined
}

function parseChapter(text: string): Heading | undefined {
  const [mark, printed = '', unit = ''] = chapterMark.exec(text) ?? []
  if (mark === undefined) return undefined
  const chapter = labelled(
    { kind: 'CHAPTER', label: foldSpace(mark), unit, number: readNumber(printed) },
    text.slice(mark.length),
  )
  return chapter?.trust === 'FITTING' && !'章回'.includes(unit) ? undefined : chapter
}

/** 二十四章 without 第: nothing may cling to it. */
function parseBareChapter(text: string): Heading | undefined {
  const [mark, printed = '', unit = ''] = bareChapterMark.exec(text) ?? []
  if (mark === undefined) return undefined
  const number = readNumber(printed)
  const chapter = labelled(
    { kind: 'CHAPTER', label: foldSpace(mark), unit, number },
    text.slice(mark.length),
  )
  if (chapter?.trust !== 'SURE') return undefined
  return number === undefined ? chapter : { ...chapter, trust: 'FITTING' }
}

const keywords: readonly (readonly [ChapterKind, string])[] = [
  [
    'PROLOGUE',
    '楔子 序章 序幕 序言 序曲 自序 代序 序 前言 引子 引言 卷首语 卷首語 开篇 開篇 缘起 緣起',
  ],
  [
    'EPILOGUE',
    '后记 後記 尾声 尾聲 终章 終章 末章 最终章 最終章 大结局 大結局 结局 結局 结语 結語 跋',
  ],
  ['INTERLUDE', '间章 間章 幕间 幕間 插曲'],
  ['EXTRA', '番外篇 番外 外传 外傳 特别篇 特別篇 彩蛋 小剧场 小劇場 附录 附錄'],
]

/** What is a title in itself: 大结局 is the last chapter without its number. */
const titleWords = new Set(['大结局', '大結局', '结局', '結局', '彩蛋'])

const kinds = new Map(
  keywords.flatMap(([kind, words]) =>
    words.split(' ').map((word): [string, ChapterKind] => [word, kind]),
  ),
)

const keywordMark = new RegExp(
  `^(${[...kinds.keys()].join('|')})(?:\\s{0,4}(?:第\\s{0,2}(${numeral})\\s{0,2}[章回节節话話]|[（(](${numeral})[)）]|(${numeral}))(?=$|[\\s:：、.．·・~～—-]))?`,
  'u',
)

/** 楔子, 番外一 小舞, 番外 第一章, 大结局（上）. */
function parseKeyword(text: string): Heading | undefined {
  const [mark, word = '', ...printed] = keywordMark.exec(text) ?? []
  const kind = kinds.get(word)
  if (mark === undefined || kind === undefined) return undefined
  const number = readNumber(printed.find((form) => form !== undefined) ?? '')
  const heading = labelled(
    { kind, label: foldSpace(mark), unit: '', number },
    text.slice(mark.length),
  )
  if (heading?.trust !== 'SURE') return undefined
  return titleWords.has(word) ? { ...heading, label: '', title: foldSpace(text) } : heading
}

function labelled(
  marked: Pick<Heading, 'kind' | 'label' | 'unit' | 'number'>,
  behind: string,
): Heading | undefined {
  const tail = readTail(behind)
  if (!tail) return undefined
  const { part, partMark, title, attached } = tail
  const label = marked.label + partMark
  return { ...marked, label, title, part, volume: undefined, trust: attached ? 'FITTING' : 'SURE' }
}
