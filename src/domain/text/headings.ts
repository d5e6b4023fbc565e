import { foldSpace, type Heading } from './heading.ts'
import { parseChineseHeading } from './headings-chinese.ts'
import { parseEnglishHeading } from './headings-english.ts'
import { parseSeriesHeading } from './headings-series.ts'

const longestHeading = 120
const invisible = /^[\u200b-\u200d\u2060\ufeff]{1,8}/u

/**
 * Reads one line as a heading; undefined for prose. Site marks (正文, VIP章节, #, ☆、, ornaments, 【】) and calls for votes
 * behind the title （求月票！） belong to neither label nor title. Linear in the length of the line.
 */
export function parseHeading(line: string): Heading | undefined {
  if (line.length > 3 * longestHeading) return undefined
  const text = line.replace(invisible, '').trim()
  if (text === '' || text.length > longestHeading) return undefined
  const plain = withoutCalls(text)
  return parsePlain(plain) ?? parseDecorated(plain) ?? parseSeriesHeading(plain)
}

function parsePlain(text: string): Heading | undefined {
  return parseChineseHeading(text) ?? parseEnglishHeading(text)
}

const prefix = /^(?:#{1,6}\s{1,4}|[☆★]、\s{0,4}|(?:正文卷?|VIP(?:章节|章節|卷)?)[\s:：.·_-]{0,8})/u

function parseDecorated(text: string): Heading | undefined {
  const mark = prefix.exec(text)?.[0] ?? ''
  const unmarked = withoutOrnaments(text.slice(mark.length))
  if (unmarked === text) return undefined
  return parsePlain(unmarked) ?? parseStarred(mark, unmarked)
}

const ornaments = new Set('=*_~#-—★☆◆■●【】〖〗 \u3000')

/** === 第一章 ===, 【卷一 启程】, 【彩蛋・一桃定情缘】. */
function withoutOrnaments(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ornaments.has(text.charAt(start))) start += 1
  if (start === 0) return text
  while (end > start && ornaments.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The way of one site: ☆、 and a title, without a number. */
function parseStarred(mark: string, title: string): Heading | undefined {
  if (!/^[☆★]、/u.test(mark) || !/^[\p{L}\p{N}]/u.test(title)) return undefined
  return {
    kind: 'CHAPTER',
    label: '',
    title: foldSpace(title),
    number: undefined,
    part: undefined,
    unit: '☆',
    volume: undefined,
    trust: 'SURE',
  }
}

const begging =
  '求(?:票|[^（）()]{0,8}?(?:月票|推荐票|推薦票|票票|收藏|订阅|訂閱|打赏|打賞|推荐|推薦|支持|追读|追讀|鲜花|鮮花|评论|評論|关注|關注))'
const updates = '第?[一二三四五六七八九十两\\d]{1,3}更|加更|补更|補更|大章|\\d{3,5}字'
const callInBrackets = new RegExp(
  `[（(【\\[〔][^（）()【】\\[\\]〔〕]{0,20}?(?:${begging}|${updates})[^（）()【】\\[\\]〔〕]{0,20}[)）】\\]〕]$`,
  'u',
)
const closing = new Set(')）】]〕')
const callAtEnd = new RegExp(`[\\s，,！!]{1,4}[跪拜]?${begging}[！!~～。]{0,4}$`, 'u')

/** A title may have two of them: 第8章 山雨（第二更）（求月票！）. */
function withoutCalls(text: string): string {
  const once = withoutCall(text)
  return once === text ? text : withoutCall(once)
}

function withoutCall(text: string): string {
  if (closing.has(text.charAt(text.length - 1))) return text.replace(callInBrackets, '').trimEnd()
  return text.includes('求') ? text.replace(callAtEnd, '').trimEnd() : text
}
