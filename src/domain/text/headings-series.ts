import { foldSpace, type Heading, isTitle } from './heading.ts'
import { chineseNumeralChars, parseNumeral } from './numerals.ts'

const siteMark = /^分[节節][阅閱][读讀]\s{0,4}(\d{1,6})$/u
const markdown = /^(#{1,6})\s{1,4}(.{1,100})$/u
const enumerations: readonly (readonly [string, RegExp])[] = [
  ['digits', /^([\d０-９]{1,5})(?:$|([、.．:：]|\s)\s{0,8}(.{0,80})$)/u],
  [
    'han',
    new RegExp(`^([${chineseNumeralChars}]{1,9})(?:$|([、.．:：]|\\s)\\s{0,8}(.{0,80})$)`, 'u'),
  ],
  ['roman', /^([IVXLC]{1,10})(?:$|([、.．:：])\s{0,8}(.{0,80})$)/u],
]

/**
 * What may count chapters where nothing better does: 12, 1、这个就是标题, XIV., 分节阅读 12, a Markdown heading. `unit` is the
 * way of writing, the same through a series.
 */
export function parseSeriesHeading(text: string): Heading | undefined {
  const [site, siteNumber = ''] = siteMark.exec(text) ?? []
  if (site)
    return inSeries({ unit: '分节阅读', label: foldSpace(site), number: Number(siteNumber) }, '')
  const [isMarkdown, hashes = '', named = ''] = markdown.exec(text) ?? []
  if (isMarkdown) return inSeries({ unit: hashes, label: '', number: undefined }, foldSpace(named))
  for (const [system, pattern] of enumerations) {
    const [isCounted, printed = '', mark = '', title = ''] = pattern.exec(text) ?? []
    const number = isCounted === undefined ? undefined : parseNumeral(printed)
    if (number === undefined) continue
    const unit = system + mark.replace(/\s/u, ' ')
    return isTitle(title) ? inSeries({ unit, label: printed, number }, foldSpace(title)) : undefined
  }
  return undefined
}

function inSeries(marked: Pick<Heading, 'unit' | 'label' | 'number'>, title: string): Heading {
  return { ...marked, kind: 'CHAPTER', title, part: undefined, volume: undefined, trust: 'SERIES' }
}
