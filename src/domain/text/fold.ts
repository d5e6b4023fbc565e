import { Buffer } from 'node:buffer'
import { Converter } from 'opencc-js/t2cn'
import { codePointLength } from '../source.ts'

/** Text folded for matching, with the way back to the text as it was written. */
export interface FoldedText {
  readonly text: string
  /**
   * For each UTF-16 unit of `text` the code point of the original that it came from, then the length of the original.
   * Equal neighbours came from one original character.
   */
  readonly offsets: Int32Array
}

/**
 * The key under which a name is looked up; all spellings of a name have the same one. NFKC, case-folded, without
 * ignorable characters (zero-width ones, soft hyphens, variation selectors), interpuncts unified, traditional
 * characters simplified one by one, white space trimmed and its runs made one space, the bracket note left out:
 * `lookupKey(' 影筆（独立制图师）') === '影笔'`.
 */
export function lookupKey(name: string): string {
  return splitBracketNote(foldText(name).text).name
}

const endingInBrackets = /^(.*?[^\s()（）])\s*((?:[(（][^()（）]*[)）]\s*)+)$/su

/** Takes the note in brackets off the end of a name: 影笔（独立制图师） is 影笔 with the note 独立制图师. */
export function splitBracketNote(name: string): {
  readonly name: string
  readonly note: string | undefined
} {
  const [, bare = name, brackets = ''] = endingInBrackets.exec(name) ?? []
  const notes = brackets.split(/[()（）]/u).map((note) => note.trim())
  return { name: bare.trim(), note: notes.filter(Boolean).join('；') || undefined }
}

/**
 * Folds NFC text as `lookupKey` folds a name, but keeps outer white space (one space) and brackets. Combining marks
 * and what vanishes belong to the character before them.
 */
export function foldText(text: string): FoldedText {
  const progress: Progress = { at: 0, surplus: 0, length: 0 }
  while (progress.at < text.length) {
    foldPlain(text, progress)
    if (progress.at < text.length) foldCluster(text, progress)
  }
  return cutOut(progress.length, text.length - progress.surplus)
}

interface Progress {
  /** UTF-16 units read. */
  at: number
  /** How many more they are than code points. */
  surplus: number
  /** UTF-16 units written. */
  length: number
}

const space = 0x20

/** Folds unit for unit, up to the first one that takes a closer look. */
function foldPlain(text: string, progress: Progress): void {
  const { units, offsets } = reserve(progress.length + text.length - progress.at)
  const { surplus } = progress
  let { at, length } = progress
  for (let next = formAt(text, at); at < text.length; at += 1) {
    const form = next
    next = formAt(text, at + 1)
    if (form >= special || next === joining) break
    if (form === space && units[length - 1] === space) continue
    units[length] = form
    offsets[length] = at - surplus
    length += 1
  }
  progress.at = at
  progress.length = length
}

/** Folds one character together with all that joins it. */
function foldCluster(text: string, progress: Progress): void {
  cluster.lastIndex = progress.at
  const [chars = ''] = cluster.exec(text) ?? []
  const form = specialForms.get(chars) ?? fold(chars)
  const { units, offsets } = reserve(progress.length + form.length)
  for (let i = 0; i < form.length; i += 1) {
    const unit = form.charCodeAt(i)
    if (unit === space && units[progress.length - 1] === space) continue
    units[progress.length] = unit
    offsets[progress.length] = progress.at - progress.surplus
    progress.length += 1
  }
  progress.at += chars.length
  progress.surplus += chars.length - codePointLength(chars)
}

/** Where text is folded before the result is cut out: making a small typed array costs more than filling it. */
let scratch = { units: new Uint16Array(1 << 12), offsets: new Int32Array(1 << 12) }

function reserve(length: number): typeof scratch {
  if (length > scratch.units.length) {
    const { units, offsets } = scratch
    scratch = { units: new Uint16Array(2 * length), offsets: new Int32Array(2 * length) }
    scratch.units.set(units)
    scratch.offsets.set(offsets)
  }
  return scratch
}

const slabSize = 1 << 16
let slab = new Int32Array(slabSize)

/** Copies the result out of the scratch; offsets lie in slabs that many texts share. */
function cutOut(length: number, end: number): FoldedText {
  if (slab.length <= length) slab = new Int32Array(Math.max(slabSize, length + 1))
  const offsets = slab.subarray(0, length + 1)
  slab = slab.subarray(length + 1)
  offsets.set(scratch.offsets.subarray(0, length))
  offsets[length] = end
  const bytes = Buffer.from(scratch.units.buffer, 0, 2 * length)
  return { text: bytes.toString('utf16le'), offsets }
}

/** The form of each UTF-16 unit, once it was met: the unit that it folds to, or one of these two. */
const forms = new Uint16Array(0x1_0000)
const special = 0xfffe
const joining = 0xffff

/** What units fold to that are `special` (several units or none) or `joining` (may fold with the one before). */
const specialForms = new Map<string, string>()

function formAt(text: string, at: number): number {
  if (at >= text.length) return space
  const unit = text.charCodeAt(at)
  return forms[unit] || learnForm(unit)
}

function learnForm(unit: number): number {
  const char = String.fromCharCode(unit)
  const folded = fold(char)
  const plain = folded.length === 1 ? folded.charCodeAt(0) : special
  const form = mayJoin.test(char) ? joining : plain
  if (form >= special) specialForms.set(char, folded)
  forms[unit] = form
  return form
}

/** What NFKC may compose with the character before it: marks, vowels and finals of some scripts, what vanishes between. */
const joiners = String.raw`[\p{M}\p{DI}\u0e33\u0eb3\u1160-\u11ff\u3131-\u318e\uff9e-\uffdc\u{16d63}\u{16d67}]`
const mayJoin = new RegExp(String.raw`${joiners}|\p{Cs}`, 'u')
const cluster = new RegExp(`.${joiners}*`, 'suy')

function fold(chars: string): string {
  const visible = chars.normalize('NFKC').replace(/\p{DI}/gu, '')
  const caseless = visible.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
  return Array.from(caseless, foldPoint).join('')
}

function foldPoint(char: string): string {
  if (/[·•‧∙⋅・ꞏ⸱]/u.test(char)) return '·'
  return /\p{White_Space}/u.test(char) ? ' ' : simplify(char)
}

/** Stands in for the converter until its dictionaries (30 ms) are needed. */
let toSimplified = (char: string): string => {
  toSimplified = Converter({ from: 't', to: 'cn' })
  return toSimplified(char)
}

/** Without phrases, so that a name folds as it does in any text; 薴 is simplified to 苧, and that to 苎. */
function simplify(char: string): string {
  const simpler = toSimplified(char)
  return simpler === char ? char : simplify(simpler)
}
