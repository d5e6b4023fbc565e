import { foldSpace } from './heading.ts'
import type { Line } from './lines.ts'

/** What stands before the first heading. */
export interface FrontMatter {
  readonly title: string | undefined
  /** Title, author and the like: no text. */
  readonly titlePage: readonly Line[]
  /** A preface or other prose. */
  readonly prose: readonly Line[]
}

const namedTitle =
  /^(?:《([^《》]{1,60})》|#\s{1,4}(.{1,60})$|(?:书名|書名|标题|標題|Title)\s?[:：]\s?(.{1,100})$)/u
const imprint =
  /^(?:作者|作\s者|著者|译者|譯者|类型|類型|类别|類別|字数|字數|状态|狀態|来源|來源|出版|Author|By|Produced by|Translated by)(?:\s?[:：]|\s)/iu
const longestImprint = 60
const mostImprintLines = 6

/**
 * A title page has a few short lines and no sentence. Before prose, and in a book without headings, only lines that
 * say in words what they are (《…》, 作者：…) belong to it.
 */
export function readFrontMatter(lines: readonly Line[], hasHeadings: boolean): FrontMatter {
  const isPage =
    hasHeadings &&
    lines.length <= mostImprintLines &&
    lines.every(({ text }) => isImprintLine(text))
  const named = lines.findIndex(({ text }) => !isNamed(text))
  const titlePage = isPage ? lines : lines.slice(0, Math.max(0, named))
  const told = titlePage.map(({ text }) => titleIn(text)).find((title) => title !== undefined)
  const alone = isPage ? titlePage.find(({ text }) => !imprint.test(text))?.text : undefined
  return { title: told ?? alone, titlePage, prose: lines.slice(titlePage.length) }
}

function isNamed(text: string): boolean {
  return (
    text.length <= longestImprint &&
    (titleIn(text) !== undefined || imprint.test(text)) &&
    isImprintLine(text)
  )
}

function isImprintLine(text: string): boolean {
  return text.length <= longestImprint && !/[。！？!?…”」]$|，|[a-z]\.$/u.test(text)
}

export function titleIn(text: string): string | undefined {
  const [, ...titles] = namedTitle.exec(text) ?? []
  const title = titles.find((form) => form !== undefined)
  return title === undefined ? undefined : foldSpace(title)
}
