import { createHash } from 'node:crypto'
import { pinyin } from 'pinyin-pro'
import { foldText, lookupKey, splitBracketNote } from './fold.ts'

/** Leaves room for a clash suffix in the 64 characters of a key. */
const maxBaseLength = 56

interface KeyOptions {
  /** By type: `item_`, `loc_` …; empty for people. */
  readonly prefix: string
  /** A person's name begins with a surname, which may have a reading of its own: 单雄信 is shanxiongxin. */
  readonly isPerson: boolean
  /** Whether a key of the work, of any type, was ever given. */
  readonly taken: (key: string) => boolean
}

/**
 * The key of a name: prefix and pinyin (ü as v) or Latin letters without diacritics and separators, then _1, _2 … where
 * it is taken. What has no such spelling is `ent_` and a hash of its lookup key; what is too long ends in that hash.
 * 萧炎 is xiaoyan and then xiaoyan_1, an item 玄阶令牌 item_xuanjielingpai, Mr. Darcy mrdarcy.
 */
export function entityKey(name: string, { prefix, isPerson, taken }: KeyOptions): string {
  const spelling = spell(splitBracketNote(name).name, isPerson)
  const base = fit(spelling === '' ? `ent_${hash(name)}` : prefix + spelling, name)
  let key = base
  for (let suffix = 1; taken(key); suffix += 1) key = `${base}_${suffix}`
  return key
}

export function isEntityKey(text: string): boolean {
  return /^[a-z0-9_]{1,64}$/u.test(text)
}

function fit(key: string, name: string): string {
  if (key.length <= maxBaseLength) return key
  const tail = `_${hash(name)}`
  return key.slice(0, maxBaseLength - tail.length) + tail
}

/** Eight hexadecimal digits, the same for all spellings of a name. */
function hash(name: string): string {
  return createHash('sha256').update(lookupKey(name)).digest('hex').slice(0, 8)
}

function spell(name: string, isPerson: boolean): string {
  const syllables = isPerson ? readPerson(name) : read(name)
  return foldText(syllables.join(''))
    .text.normalize('NFKD')
    .replace(/[^a-z0-9]/gu, '')
}

function read(name: string): string[] {
  return pinyin(name, { type: 'array', toneType: 'none', v: true })
}

/** Surname mode reads what follows the surname worse (唐三藏 as tangsancang), so it is believed only up to there. */
function readPerson(name: string): string[] {
  const plain = read(name)
  const surnameFirst = pinyin(name, {
    type: 'array',
    toneType: 'none',
    v: true,
    mode: 'surname',
    surname: 'head',
  })
  const rest = plain.findIndex((syllable, index) => syllable === surnameFirst[index])
  return rest < 0 ? surnameFirst : [...surnameFirst.slice(0, rest), ...plain.slice(rest)]
}
