import type { Line } from './lines.ts'
import type { RejectCode } from './rejects.ts'

/** Lines that stand in the file but are no part of the book, by their index. */
export function findBoilerplate(lines: readonly Line[]): ReadonlyMap<number, RejectCode> {
  const found = new Map<number, RejectCode>()
  for (const [at, { text }] of lines.entries()) {
    if (isAdvertisement(text)) found.set(at, 'ADVERTISEMENT')
    else if (isEndMark(text)) found.set(at, 'AUTHOR_NOTE')
  }
  for (const at of modelOutput(lines)) found.set(at, 'MODEL_OUTPUT')
  for (const at of gutenberg(lines)) found.set(at, 'GUTENBERG')
  return found
}

const longestAdvertisement = 400
const address =
  /(?:https?:\/\/|www\.)[^\s，。；、）)》」]{0,200}|(?<![a-z0-9-])[a-z0-9-]{2,30}\.(?:com|net|org|cn|cc|info|xyz|me|la|tw)(?![a-z0-9])[/\w.-]{0,100}/giu
const selling =
  /小说|小說|TXT|下载|下載|阅读|閱讀|网址|網址|网站|網站|更新|首发|首發|书友|書友|书评|書評|收藏|本站|全文|免费|免費|电子书|電子書|最新章节|最新章節|请到|請到|请访问|手机用户|e-?book|novel|download/giu
const call =
  /^(?:本[书書]由|更多精彩小[说說]|手机用户请|(?:天才)?一秒[记記]住|最新章[节節]请|[请請][记記]住本[书書]|喜欢.{1,30}请大家收藏|[（(]?本章未完[，,]?.{0,20}(?:下一[页頁]|继续阅读|繼續閱讀))/u

/**
 * A line that sells a site. With a web address: it says little else, or speaks twice of novels, downloads, updates …;
 * so a sentence of the story that names a site stays. Without one: the usual calls, up to 100 characters.
 */
export function isAdvertisement(text: string): boolean {
  if (text.length > longestAdvertisement) return false
  const rest = text.includes('.') ? text.replace(address, '') : text
  if (rest === text) return text.length <= 100 && call.test(text)
  const words = rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return words <= 8 || new Set(rest.match(selling)?.map((word) => word.toLowerCase())).size >= 2
}

const endMark =
  /^[（(【[—=*\s-]{0,6}(?:正文完[结結]?|全文完[结結]?|全[书書]完[结結]?|本[书書]完|本章完|本卷完|未完待[续續]|完[结結]撒花)[）)】\]—=*\s。！!.…-]{0,8}$/u

/** 正文完, （本章完）, 未完待续. */
export function isEndMark(text: string): boolean {
  return text.length <= 30 && endMark.test(text)
}

const thinkOpen = /^<(?:think|thinking|reasoning)>/iu
const thinkClose = /<\/(?:think|thinking|reasoning)>$/iu
const longestThought = 2000

/** Lines from `<think>` to `</think>`; of a tag without its other half its own line alone. */
function modelOutput(lines: readonly Line[]): readonly number[] {
  const found: number[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const end = thinkOpen.test(lines[at]?.text ?? '') ? closeOf(lines, at) : at
    for (; at < end; at += 1) found.push(at)
    const { text = '' } = lines[at] ?? {}
    if (thinkOpen.test(text) || thinkClose.test(text)) found.push(at)
  }
  return found
}

function closeOf(lines: readonly Line[], from: number): number {
  const until = Math.min(lines.length, from + longestThought)
  for (let at = from; at < until; at += 1) {
    const { text = '' } = lines[at] ?? {}
    if (thinkClose.test(text)) return at
    if (at > from && thinkOpen.test(text)) return from
  }
  return from
}

const gutenbergStart = /^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG/iu
const gutenbergEnd =
  /^(?:\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg)/iu

/** The header up to its START line and the licence from the END line on. */
function gutenberg(lines: readonly Line[]): readonly number[] {
  const start = lines.findIndex(({ text }) => gutenbergStart.test(text))
  const end = lines.findIndex(({ text }, at) => at > start && gutenbergEnd.test(text))
  const header = start + 1
  const body = end < 0 ? lines.length : end
  return [...lines.keys()].filter((at) => at < header || at >= body)
}

const noteHeading =
  /^(?:上架感言|完本感言|完[结結]感言|感言|请假条?|請假條?|请假一天|单章|單章|作者的[话話]|作者有[话話](?:要)?[说說]|新书感言|新书(?:已)?发布|更新说明|更新通知|停更通知|停更公告|Author['’]s Notes?|A\/N)[！!：:。.]{0,3}$/iu
const postscript = /^[（(]?P\.?S\d?\s?[:：.、]/iu

/** 上架感言, 请假条, `PS：…`: the author speaking. */
export function isAuthorNote(text: string): boolean {
  return text.length <= 20 ? noteHeading.test(text) || postscript.test(text) : postscript.test(text)
}
