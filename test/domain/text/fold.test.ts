import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, lookupKey, splitBracketNote } from '#domain/text/fold.ts'

const folded = (text: string) => {
  const { text: form, offsets } = foldText(text)
  return { form, offsets: [...offsets] }
}

/** Characters that fold in every way there is, halves of astral ones among them. */
const troublesome = [
  'aBßẞΣςİǰｅ１①½㎏ﷺ¨…·•（)',
  '\u0301\u0308\u0323\ufe0f\u3099\u{e0100}',
  '後后薴麴麹㗲𠮷😀金ｶカﾞㄱㅏ',
  ' \u3000\n\u200b\u00ad\ufeff\0\uffff',
  '\ud842',
  '\udfb7',
].flatMap((characters) => Array.from(characters))
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...troublesome), maxLength: 24 }),
  fc.string({ unit: 'binary' }),
)

describe('lookupKey', () => {
  it.each([
    { why: 'outer white space', spellings: ['宗主', ' 宗主 ', '\u3000宗主\n', '\ufeff宗主'] },
    { why: 'full width', spellings: ['ABC', 'ＡＢＣ', 'abc', 'ａｂｃ'] },
    { why: 'case', spellings: ['Straße', 'STRASSE', 'straße', 'STRAẞE'] },
    { why: 'final sigma', spellings: ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς', 'οδυσσευσ'] },
    {
      why: 'zero-width characters',
      spellings: ['萧炎', '萧\u200b炎', '\u2060萧炎\u200d', '萧\u00ad炎'],
    },
    { why: 'variation selectors', spellings: ['葛城', '葛\u{e0100}城', '葛\ufe00城'] },
    {
      why: 'interpuncts',
      spellings: ['卡·尔', '卡•尔', '卡・尔', '卡‧尔', '卡･尔', '卡∙尔', '卡⋅尔'],
    },
    { why: '简 and 繁', spellings: ['钟会', '鍾會', '鐘會'] },
    { why: 'twice simplified 繁', spellings: ['苎萝', '苧萝', '薴蘿'] },
    { why: '繁 that 简 keeps in some words', spellings: ['乾坤', '干坤', '幹坤'] },
    {
      why: 'inner white space',
      spellings: ['Mr. Darcy', 'Mr.  Darcy', 'Mr.\r\nDarcy', 'mr.\u00a0darcy'],
    },
    {
      why: 'composed characters',
      spellings: ['Élodie', 'E\u0301lodie', 'Ｅ\u0301lodie', 'e\u200b\u0301lodie'],
    },
    { why: 'half-width kana', spellings: ['ガロ', 'ｶﾞﾛ', 'カ\u3099ロ'] },
    {
      why: 'bracket notes',
      spellings: ['影笔', '影笔（独立制图师）', '影笔 (独立制图师)', '影筆（a）(b) '],
    },
  ])('is the same in spite of $why', ({ spellings }) => {
    expect(new Set(spellings.map(lookupKey))).toHaveLength(1)
  })

  it.each([
    ['麹义', '麴义'],
    ['Elodie', 'Élodie'],
    ['MrDarcy', 'Mr Darcy'],
    ['影笔', '影笔二'],
  ])('tells %s from %s', (one, other) => {
    expect(lookupKey(one)).not.toBe(lookupKey(other))
  })

  it('is its own key', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(lookupKey(lookupKey(name))).toBe(lookupKey(name))
      }),
    )
  })

  it('is what the name folds to in a text', () => {
    const withoutNote = text.filter((name) => !foldText(name).text.includes('('))
    fc.assert(
      fc.property(withoutNote, (name) => {
        expect(foldText(name).text.trim()).toBe(lookupKey(name))
      }),
    )
  })
})

describe('splitBracketNote', () => {
  it.each([
    { written: '影笔（独立制图师）', name: '影笔', note: '独立制图师' },
    { written: ' 影笔 ( 独立制图师 ) ', name: '影笔', note: '独立制图师' },
    { written: '影笔（独立制图师)', name: '影笔', note: '独立制图师' },
    { written: '影笔（一）（二）', name: '影笔', note: '一；二' },
    { written: '影笔（）', name: '影笔', note: undefined },
    { written: '影笔', name: '影笔', note: undefined },
    { written: '（独立制图师）', name: '（独立制图师）', note: undefined },
    { written: '影（独立）笔', name: '影（独立）笔', note: undefined },
  ])('reads $written as $name', ({ written, name, note }) => {
    expect(splitBracketNote(written)).toEqual({ name, note })
  })
})

describe('foldText', () => {
  it.each([
    { why: 'what folds one to one', text: '後Ａ，', form: '后a,', offsets: [0, 1, 2, 3] },
    { why: 'what grows', text: '重㎏半', form: '重kg半', offsets: [0, 1, 1, 2, 3] },
    { why: 'what vanishes', text: '\u200b萧\u200b炎', form: '萧炎', offsets: [1, 3, 4] },
    { why: 'white space', text: 'a \u3000\n b', form: 'a b', offsets: [0, 1, 5, 6] },
    { why: 'outer white space', text: '  a\n', form: ' a ', offsets: [0, 2, 3, 4] },
    { why: 'astral characters', text: '𠮷野', form: '𠮷野', offsets: [0, 0, 1, 2] },
    { why: 'astral forms', text: '一㗲二', form: '一𠵾二', offsets: [0, 1, 1, 2, 3] },
    { why: 'marks', text: 'ｅ\u0301n\u0308x', form: 'én\u0308x', offsets: [0, 2, 2, 4, 5] },
    {
      why: 'a mark after white space',
      text: 'a  \u0301b',
      form: 'a \u0301b',
      offsets: [0, 1, 2, 4, 5],
    },
    {
      why: 'half a character',
      text: '\udfb7a\ud842',
      form: '\udfb7a\ud842',
      offsets: [0, 1, 2, 3],
    },
    { why: 'nothing', text: '', form: '', offsets: [0] },
  ])('maps $why back to the original', ({ text: original, form, offsets }) => {
    expect(folded(original)).toEqual({ form, offsets })
  })

  it('folds text much longer than what came before', () => {
    const long = '𠮷㎏後…'.repeat(20_000)
    const { text: form, offsets } = foldText(long)
    expect(form).toBe('𠮷kg后...'.repeat(20_000))
    expect(offsets).toHaveLength(form.length + 1)
    expect(offsets.at(-1)).toBe(80_000)
  })

  it('leaves earlier results alone', () => {
    const before = foldText('甲乙')
    foldText('丙丁戊')
    expect(before).toEqual({ text: '甲乙', offsets: Int32Array.of(0, 1, 2) })
  })

  it('never goes back, and ends where the original ends', () => {
    fc.assert(
      fc.property(text, (original) => {
        const { form, offsets } = folded(original)
        expect(offsets).toHaveLength(form.length + 1)
        expect(offsets.at(-1)).toBe(Array.from(original).length)
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
      }),
    )
  })

  it('does not change what is folded, and folds every normal form alike', () => {
    fc.assert(
      fc.property(text, (original) => {
        const form = foldText(original).text
        expect(foldText(form).text).toBe(form)
        for (const normal of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
          expect(foldText(original.normalize(normal)).text).toBe(form)
        }
      }),
    )
  })

  it('maps a stretch of whole characters back to a text that folds to it', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (original, one, other) => {
        const { form, offsets } = folded(original)
        const edges = offsets.flatMap((offset, at) => (offset === offsets[at - 1] ? [] : [at]))
        const [from = 0, to = 0] = [one, other]
          .map((edge) => edges[edge % edges.length] ?? 0)
          .sort((a, b) => a - b)
        const slice = Array.from(original).slice(offsets[from], offsets[to]).join('')
        expect(foldText(slice).text.trim()).toBe(form.slice(from, to).trim())
      }),
    )
  })
})
