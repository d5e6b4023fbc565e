import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MalformedInputError } from '#domain/errors.ts'
import { decodeText } from '#domain/text/decode.ts'

const simplified = '第一章 山雨\n　　沈砚推开门，雨水顺着屋檐往下淌。他站了很久，没有说话。\n'
const traditional = '第一章 山雨\n　　沈硯推開門，雨水順著屋簷往下淌。他站了很久，沒有說話。\n'

/** Double-byte encoders do not come with Node; the decoder's own table is turned round. */
function encodeDoubleByte(label: 'gb18030' | 'big5' | 'shift_jis', text: string): Uint8Array {
  const decoder = new TextDecoder(label, { fatal: true })
  const table = new Map<string, readonly number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      try {
        table.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
      } catch {}
    }
  }
  return Uint8Array.from(
    Array.from(text).flatMap((char) => table.get(char) ?? [char.charCodeAt(0)]),
  )
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  }
  return bytes
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const joined = (...parts: readonly Uint8Array[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

describe('decodeText', () => {
  it.each([
    ['utf-8', utf8(simplified), simplified],
    ['utf-16le', encodeUtf16(simplified, true), simplified],
    ['utf-16be', encodeUtf16(simplified, false), simplified],
    ['gb18030', encodeDoubleByte('gb18030', simplified), simplified],
    ['big5', encodeDoubleByte('big5', traditional), traditional],
  ] as const)('reads %s without a byte order mark', (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, bom: false })
  })

  it.each([
    ['utf-8', joined(Uint8Array.of(0xef, 0xbb, 0xbf), utf8(simplified))],
    ['utf-16le', joined(Uint8Array.of(0xff, 0xfe), encodeUtf16(simplified, true))],
    ['utf-16be', joined(Uint8Array.of(0xfe, 0xff), encodeUtf16(simplified, false))],
  ] as const)('reads %s with a byte order mark and leaves the mark out', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: simplified, encoding, bom: true })
  })

  it.each([true, false])('reads English in UTF-16 without a mark (little-endian: %s)', (little) => {
    const text = 'Chapter 1\n\nIt rained.\n'
    expect(decodeText(encodeUtf16(text, little)).text).toBe(text)
  })

  it('reads a single character in GBK', () => {
    expect(decodeText(encodeDoubleByte('gb18030', '雨')).text).toBe('雨')
  })

  it('keeps characters beyond the basic plane', () => {
    expect(decodeText(utf8('𫖮字')).text).toBe('𫖮字')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['white space alone', utf8(' \n\u3000\n')],
    ['a mark alone', Uint8Array.of(0xef, 0xbb, 0xbf)],
  ])('refuses a file of %s as empty', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow(/empty/u)
  })

  it.each([
    ['EPUB', latin1(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`)],
    ['ZIP', latin1('PK\x03\x04\x14\0')],
    ['PNG', latin1('\x89PNG\r\n\x1a\n\0\0')],
    ['PDF', latin1('%PDF-1.7\n')],
    ['RTF', latin1('{\\rtf1\\ansi It rained.}')],
    ['Kindle', latin1(`${'\0'.repeat(60)}BOOKMOBI`)],
  ])('says that a file is a(n) %s', (name, bytes) => {
    expect(() => decodeText(bytes)).toThrow(new RegExp(name, 'u'))
  })

  it('refuses binary data of no known kind', () => {
    const bytes = joined(deflateRawSync(utf8(simplified.repeat(50))), new Uint8Array(9))
    expect(() => decodeText(bytes)).toThrow(MalformedInputError)
  })

  it('names the place where UTF-8 is damaged, and never takes it for GB18030', () => {
    const bytes = joined(utf8(simplified.repeat(20)), Uint8Array.of(0xe9), utf8(simplified))
    const damage = expect.objectContaining({ line: 41, column: 1, code: 'BAD_BYTES' })
    expect(() => decodeText(bytes)).toThrow(expect.objectContaining({ diagnostics: [damage] }))
  })

  it('names the place also behind a byte order mark', () => {
    const bytes = joined(Uint8Array.of(0xef, 0xbb, 0xbf), utf8('雨\n雨'), Uint8Array.of(0xe9))
    const damage = expect.objectContaining({ line: 2, column: 2 })
    expect(() => decodeText(bytes)).toThrow(expect.objectContaining({ diagnostics: [damage] }))
  })

  it.each([
    ['Windows-1252', latin1('It\x92s late, he said. '.repeat(30))],
    ['Shift_JIS', encodeDoubleByte('shift_jis', '吾輩は猫である。名前はまだ無い。'.repeat(9))],
  ])('refuses %s instead of reading it as Chinese', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow(/save it as UTF-8/u)
  })
})
