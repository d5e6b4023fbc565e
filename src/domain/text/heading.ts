import type { ChapterKind } from '../story-time.ts'

/** A line that opens a chapter or a volume, as the line alone tells. */
export interface Heading {
  readonly kind: ChapterKind | 'VOLUME'
  /** As printed, runs of white space made one space: 第一百零八回, 第十章（上）, Chapter XIV, 楔子; '' where a title stands alone. */
  readonly label: string
  readonly title: string
  readonly number: number | undefined
  /** 上, 下, 一 … in brackets behind the label or the title. */
  readonly part: string | undefined
  /** What the label counts: 章, 回, 节, 卷, 部, chapter, part …; '' for keywords. */
  readonly unit: string
  /** Named in a chapter's own heading: 第五卷 第一百一十一章. */
  readonly volume: VolumeMark | undefined
  readonly trust: Trust
}

export interface VolumeMark {
  readonly label: string
  readonly title: string
  readonly number: number | undefined
}

/**
 * SURE is a heading wherever it stands. FITTING (the title clings to the label, or 第 is missing) counts where its
 * number follows the last one. SERIES (12, 1、, 分节阅读 12) counts where the file has a series of them and no chapters
 * otherwise.
 */
type Trust = 'SURE' | 'FITTING' | 'SERIES'

export function foldSpace(text: string): string {
  return text.replace(/\s{1,200}/gu, ' ').trim()
}

/** Titles that differ in white space and punctuation alone are the same. */
export function foldTitle(title: string): string {
  return title.replace(/[\s\p{P}\p{S}]/gu, '')
}

const separator = /^[\s:：、.．·・~～—–-]{1,16}/u
const partMark = /^\s{0,4}[（(]([上中下前后後终終完]|[一二三四五六七八九十]{1,3}|\d{1,2})[)）]/u
const partAtEnd = /[（(]([上中下前后後终終完]|[一二三四五六七八九十]{1,3}|\d{1,2})[)）]$/u

/** What stands behind a Chinese label. */
export interface Tail {
  /** 上 of （上）, and the brackets as printed, which belong to the label. */
  readonly part: string | undefined
  readonly partMark: string
  readonly title: string
  /** Nothing stands between label and title. */
  readonly attached: boolean
}

/** Reads part and title behind a Chinese label; undefined when what follows is no title but prose. */
export function readTail(behind: string): Tail | undefined {
  const mark = partMark.exec(behind)
  const rest = behind.slice(mark?.[0].length ?? 0)
  const gap = separator.exec(rest)?.[0] ?? ''
  const title = foldSpace(rest.slice(gap.length))
  const attached = title !== '' && gap === '' && !mark
  if (!isTitle(title) || (attached && !isAttachedTitle(title))) return undefined
  const part = mark?.[1] ?? partAtEnd.exec(title)?.[1]
  return { part, partMark: foldSpace(mark?.[0] ?? ''), title, attached }
}

/** 第二回 合，是我在… and its like: 回合, or a clause that goes on. */
const proseStart = /^合\P{L}/u
const proseEnd = /[，,、；;：:。．]$|\p{Script=Han}\.$/u
const longestTitle = 60

export function isTitle(title: string): boolean {
  if (title.length > longestTitle || proseStart.test(title) || proseEnd.test(title)) return false
  return !/[。；]/u.test(title) && title.split(/[，,]/u).length <= 3
}

/** 第六回合, 第四回中, 第三章的: the label is a word of a sentence. */
const clauseStart = /^[合中里裡内內的是了以也就则則、节節]/u

function isAttachedTitle(title: string): boolean {
  return title.length <= 30 && !clauseStart.test(title) && !/[，,：:“”"「」『』]/u.test(title)
}
