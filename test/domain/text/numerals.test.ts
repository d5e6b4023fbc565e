import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNumeral } from '#domain/text/numerals.ts'

describe('parseNumeral', () => {
  it.each([
    ['一百一', 101],
    ['一百八', 108],
    ['一百零八', 108],
    ['一百○八', 108],
    ['一百十', 110],
    ['一百一十', 110],
    ['一千零一', 1001],
    ['一千零一十', 1010],
    ['一万二千', 12_000],
    ['两百', 200],
    ['壹佰贰拾叁', 123],
    ['十', 10],
    ['十二', 12],
    ['廿三', 23],
    ['卅', 30],
  ])('reads %s with its units', (printed, number) => {
    expect(parseNumeral(printed)).toBe(number)
  })

  it.each([
    ['九九', 99],
    ['一○', 10],
    ['一〇', 10],
    ['一零一', 101],
    ['一○○', 100],
    ['八三', 83],
    ['零', 0],
  ])('reads %s by position', (printed, number) => {
    expect(parseNumeral(printed)).toBe(number)
  })

  it.each([
    ['12', 12],
    ['１２', 12],
    ['007', 7],
    ['XIV', 14],
    ['xiv', 14],
    ['Ⅻ', 12],
    ['LXI', 61],
    ['One', 1],
    ['Twenty-One', 21],
    ['two hundred and five', 205],
    ['the Twelfth', 12],
  ])('reads %s', (printed, number) => {
    expect(parseNumeral(printed)).toBe(number)
  })

  it.each(['', '十十', '百千', '一一百', 'IIII', 'VX', 'Mix', 'five one', '1'.repeat(50), '甲'])(
    'takes %j for no number',
    (printed) => {
      expect(parseNumeral(printed)).toBeUndefined()
    },
  )

  it('reads back every number written in the usual Chinese way', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), (number) => {
        expect(parseNumeral(writeChinese(number))).toBe(number)
      }),
    )
  })
})

function writeChinese(number: number): string {
  const digits = Array.from(String(number).padStart(4, '0'), (digit) =>
    '零一二三四五六七八九'.charAt(Number(digit)),
  )
  const written = digits
    .map((digit, at) => (digit === '零' ? '零' : digit + '千百十'.charAt(at)))
    .join('')
  return written.replace(/零+/gu, '零').replace(/^零|零$/gu, '')
}
