import { existsSync, readFileSync } from 'node:fs'
import { AhoCorasick } from '@monyone/aho-corasick/greedy'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FoldedText, foldText, lookupKey } from '#domain/text/fold.ts'
import { createMatcher, type Match } from '#domain/text/matcher.ts'
import { isRefusedAlias } from '#domain/text/refused-aliases.ts'

/** What the matcher of these names finds, as it is written in the text. */
function surfaces(names: readonly string[], text: string): string[] {
  const found = createMatcher(names.map(lookupKey)).match(foldText(text))
  return found.map(({ start, end }) => Array.from(text).slice(start, end).join(''))
}

describe('createMatcher', () => {
  it('finds names with their places in the original', () => {
    const matcher = createMatcher(['刘备', '玄德'])
    expect(matcher.match(foldText('𠮷：劉備，字玄德。'))).toEqual([
      { key: '刘备', pattern: 0, start: 2, end: 4 },
      { key: '玄德', pattern: 1, start: 6, end: 8 },
    ])
  })

  it.each([
    {
      why: 'the longest of several',
      names: ['诸葛', '诸葛亮'],
      text: '诸葛亮与诸葛瑾',
      found: ['诸葛亮', '诸葛'],
    },
    {
      why: 'the leftmost, though it is shorter',
      names: ['甲乙', '乙丙丁'],
      text: '甲乙丙丁',
      found: ['甲乙'],
    },
    {
      why: 'neighbours',
      names: ['甲乙', '丙丁'],
      text: '甲乙丙丁甲乙',
      found: ['甲乙', '丙丁', '甲乙'],
    },
    {
      why: 'other spellings',
      names: ['萧炎', 'Mr. Darcy'],
      text: '蕭\u200b炎 MR.\n DARCY',
      found: ['蕭\u200b炎', 'MR.\n DARCY'],
    },
    {
      why: 'a variation selector with its character',
      names: ['葛城'],
      text: '葛城\u{e0100}人',
      found: ['葛城\u{e0100}'],
    },
    { why: 'astral characters', names: ['𠮷𠮷野'], text: '𠮷𠮷𠮷野', found: ['𠮷𠮷野'] },
    { why: 'nothing in nothing', names: ['甲乙'], text: '', found: [] },
    { why: 'nothing without names', names: [], text: '甲乙', found: [] },
  ])('finds $why', ({ names, text, found }) => {
    expect(surfaces(names, text)).toEqual(found)
  })

  it.each([
    { why: 'in a longer word', names: ['Ann'], text: 'Anne, Joann, Ann2 and Änn', found: [] },
    {
      why: 'beside punctuation and Han characters',
      names: ['Ann'],
      text: "Ann's Mary-Ann，小Ann说",
      found: ['Ann', 'Ann', 'Ann'],
    },
    {
      why: 'beside marks',
      names: ['Ann'],
      text: 'Ann\u0308 m\u0308Ann Ann\u200b',
      found: ['Ann\u200b'],
    },
    {
      why: 'in a longer number',
      names: ['第7号', '007'],
      text: '0070 第17号 第7号 007号',
      found: ['第7号', '007'],
    },
    {
      why: 'where a shorter one stands',
      names: ['Ann', 'Ann Lee'],
      text: 'Ann Leeds',
      found: ['Ann'],
    },
    { why: 'in an expansion', names: ['重量', '量k', 'g重'], text: '重量㎏重', found: ['重量'] },
    { why: 'over a whole expansion', names: ['5kg'], text: '重5㎏', found: ['5㎏'] },
  ])('keeps to whole words and characters: $why', ({ names, text, found }) => {
    expect(surfaces(names, text)).toEqual(found)
  })

  it('never finds what could be anybody', () => {
    const matcher = createMatcher(['他', '少年', '炎', '𠮷', '', '萧炎'])
    expect(matcher.size).toBe(1)
    expect(matcher.match(foldText('少年萧炎，他𠮷')).map(({ pattern }) => pattern)).toEqual([5])
  })

  it('finds a shorter name in place of one that is not accepted', () => {
    const found = (refused: number) =>
      createMatcher(['沈县令', '沈县', '县令', '沈县令'])
        .match(foldText('沈县令'), (pattern) => pattern > refused)
        .map(({ pattern }) => pattern)
    expect([-1, 0, 1, 2, 3].map(found)).toEqual([[0], [3], [3], [3], []])
  })

  it('finds what a library finds', () => {
    const han = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), minLength, maxLength })
    fc.assert(
      fc.property(fc.array(han(2, 5), { minLength: 1 }), han(0, 40), (keys, text) => {
        const found = createMatcher(keys).match(foldText(text))
        expect(found.map(({ key, start, end }) => ({ begin: start, end, keyword: key }))).toEqual(
          new AhoCorasick(keys).matchInText(text),
        )
      }),
    )
  })

  it('finds what a plain search finds in whatever folds', () => {
    const unit = fc.constantFrom(
      ...Array.from('aBé\u03011㎏kG½后後𠮷㗲\u{e0100}·• \n\u200b….'),
      '\ud842',
      '\udfb7',
    )
    const names = fc.array(fc.string({ unit, minLength: 1, maxLength: 4 }))
    fc.assert(
      fc.property(names, fc.string({ unit, maxLength: 30 }), (written, text) => {
        const keys = written.map(lookupKey)
        const found = createMatcher(keys).match(foldText(text))
        expect(found).toEqual(searchPlainly(keys, foldText(text)))
        for (const { key, start, end } of found) {
          expect(lookupKey(Array.from(text).slice(start, end).join(''))).toBe(key)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

function searchPlainly(keys: readonly string[], { text, offsets }: FoldedText): Match[] {
  const isWord = (at: number) => /[\p{Script=Latin}\p{M}\d]/u.test(text.charAt(at))
  const isEdge = (at: number) =>
    offsets[at] !== offsets[at - 1] && !(at > 0 && isWord(at - 1) && isWord(at))
  const stands = (key: string, at: number) =>
    Array.from(key).length > 1 &&
    !isRefusedAlias(key) &&
    text.slice(at, at + key.length) === key &&
    isEdge(at) &&
    isEdge(at + key.length)
  const found: Match[] = []
  for (let at = 0; at < text.length; at += 1) {
    const [key] = keys.filter((one) => stands(one, at)).sort((a, b) => b.length - a.length)
    if (key === undefined) continue
    const end = at + key.length
    found.push({ key, pattern: keys.indexOf(key), start: offsets[at] ?? 0, end: offsets[end] ?? 0 })
    at = end - 1
  }
  return found
}

const sharedData = new URL('../../../../shared/data/', import.meta.url)
const isHere = existsSync(sharedData)
if (!isHere)
  process.stderr.write(`${sharedData.pathname} is absent: the counts in real books are skipped.\n`)

interface Oracle {
  readonly chapters: readonly { readonly counts: Readonly<Record<string, number>> }[]
}
interface Expected {
  readonly headings: readonly { readonly line: number }[]
}
interface Cast {
  readonly entities: readonly {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly aliases: readonly string[]
  }[]
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, sharedData), 'utf8'))

/** The bodies of the chapters, line by line, headings left out. */
function readChapters(book: string): string[][] {
  const lines = readFileSync(new URL(`books/${book}.txt`, sharedData), 'utf8')
    .normalize('NFC')
    .split(/\r?\n/u)
  const { headings } = readJson<Expected>(`expected/${book}.json`)
  return headings.map(({ line }, index) =>
    lines.slice(line, (headings[index + 1]?.line ?? lines.length + 1) - 1),
  )
}

describe.skipIf(!isHere)('createMatcher in real books', () => {
  it.each([
    { book: 'sanguo-hans-clean', list: 'sanguo.singi', types: ['character'], byFolding: 0 },
    { book: 'sanguo-hans-clean', list: 'sanguo.myvin', types: ['character'], byFolding: 9 },
    {
      book: 'honglou-hans-clean',
      list: 'honglou.interactivegraph',
      types: ['character', 'location'],
      byFolding: 337,
    },
  ])(
    'counts the names of $list in $book as others counted them',
    ({ book, list, types, byFolding }) => {
      const cast = readJson<Cast>(`entities/${list}.json`).entities.filter(({ type }) =>
        types.includes(type),
      )
      const names = cast.flatMap(({ id, name, aliases }) =>
        [...new Set([name, ...aliases])].map((surface) => ({ id, surface })),
      )
      const owners = Map.groupBy(names, ({ surface }) => surface)
      const matcher = createMatcher([...new Set([...owners.keys()].map(lookupKey))])
      let foundByFolding = 0
      const counts = readChapters(book).map((lines) => {
        const found = lines.flatMap((line) => {
          const points = Array.from(line)
          return matcher
            .match(foldText(line))
            .map(({ start, end }) => points.slice(start, end).join(''))
        })
        const exact = found.filter((surface) => owners.has(surface))
        foundByFolding += found.length - exact.length
        const ids = exact.flatMap((surface) => owners.get(surface)?.map(({ id }) => id) ?? [])
        return Object.fromEntries(
          [...Map.groupBy(ids, (id) => id)].map(([id, all]) => [id, all.length]),
        )
      })
      expect(counts).toEqual(
        readJson<Oracle>(`oracle/${book}__${list}.json`).chapters.map((chapter) => chapter.counts),
      )
      expect(foundByFolding).toBe(byFolding)
    },
  )
})
