import { detect } from 'jschardet'
import { type Diagnostic, MalformedInputError } from '../errors.ts'
import { foreignFormat } from './file-format.ts'

/** A text file as characters, and how it was written. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'big5'
  readonly bom: boolean
}

type Encoding = DecodedText['encoding']

const saveAsUtf8 = 'Open it in the editor it came from, save it as UTF-8 and import that file.'

/**
 * Reads a text file in UTF-8, UTF-16, GB18030 (GBK, GB2312) or Big5, with or without a byte order mark.
 * Throws MalformedInputError for what is no text (empty, a picture, an EPUB), is damaged, or is in another encoding;
 * its message says how to mend it. Nothing is replaced or guessed byte by byte: a text is read whole or not at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = readMarked(bytes) ?? readUnmarked(bytes)
  if (decoded.text.trim() === '') {
    throw new MalformedInputError('The file is empty. Choose the file that holds the text.')
  }
  if (decoded.text.includes('\0')) throw notText()
  return decoded
}

const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
  { encoding: 'gb18030', bytes: [0x84, 0x31, 0x95, 0x33] },
]

function readMarked(bytes: Uint8Array): DecodedText | undefined {
  const mark = marks.find((candidate) => candidate.bytes.every((byte, at) => bytes[at] === byte))
  if (!mark) return undefined
  const text = decode(mark.encoding, bytes.subarray(mark.bytes.length))
  if (text !== undefined) return { text, encoding: mark.encoding, bom: true }
  throw mark.encoding === 'utf-8'
    ? damagedUtf8(new TextDecoder().decode(bytes))
    : new MalformedInputError(
        `The file is marked as ${mark.encoding} but is cut off or damaged. ${saveAsUtf8}`,
      )
}

function readUnmarked(bytes: Uint8Array): DecodedText {
  const format = foreignFormat(bytes)
  if (format) throw new MalformedInputError(`${format.what} ${format.mend}`)
  const binary = bytes.includes(0)
  const text =
    (binary ? undefined : readAs('utf-8', bytes)) ??
    readUtf16(bytes) ??
    (binary ? undefined : readChinese(bytes))
  if (text) return text
  throw notText()
}

function readAs(encoding: Encoding, bytes: Uint8Array): DecodedText | undefined {
  const text = decode(encoding, bytes)
  return text === undefined ? undefined : { text, encoding, bom: false }
}

function decode(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const sampleBytes = 0x10000
/** What nearly all characters of a Chinese or Latin text are, and those of them that other bytes rarely give. */
const usual =
  /[\t\n\r\u0020-\u007e\u00a0-\u024f\u2010-\u2027\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/u
const telling = /[\t\n\r\u0020-\u007e\u3000-\u303f\uff00-\uffef]/u

function readUtf16(bytes: Uint8Array): DecodedText | undefined {
  const sample = bytes.subarray(0, sampleBytes)
  const encoding = (['utf-16le', 'utf-16be'] as const).find((candidate) => {
    const chars = Array.from(new TextDecoder(candidate).decode(sample))
    const share = (isMeant: (char: string) => boolean) =>
      chars.filter(isMeant).length / chars.length
    return share(isUsual) >= 0.95 && share((char) => telling.test(char)) >= 0.01
  })
  return encoding && readAs(encoding, bytes)
}

/** Latin text read in the wrong byte order is Han characters of the form U+xx00; two of those are common. */
function isUsual(char: string): boolean {
  if (!usual.test(char)) return false
  return char.charCodeAt(0) % 0x100 !== 0 || char === '一' || char === '\u3000'
}

function readChinese(bytes: Uint8Array): DecodedText | undefined {
  const start = bytes.findIndex((byte) => byte >= 0x80)
  const sample = bytes.subarray(start, start + sampleBytes)
  if (isScarredUtf8(sample)) throw damagedUtf8(new TextDecoder().decode(bytes))
  const guess = detect(sample)
  if (guess.language === 'zh') {
    // A strict GB18030 decoder also accepts most of Big5, so the statistics decide which is tried first.
    const big5 = guess.encoding?.toLowerCase().startsWith('big5')
    return (big5 ? readAs('big5', bytes) : undefined) ?? readAs('gb18030', bytes)
  }
  const text = guess.confidence < 0.5 && isMostlyHan(sample) ? readAs('gb18030', bytes) : undefined
  if (text || !guess.encoding) return text
  throw new MalformedInputError(
    `The file is not Unicode or Chinese text; it looks like ${guess.encoding}. ${saveAsUtf8}`,
  )
}

/** In a file of few characters the statistics are blind; English with curly quotes from Windows is the trap. */
function isMostlyHan(sample: Uint8Array): boolean {
  const text = new TextDecoder('gb18030').decode(sample)
  return count(text, /\p{Script=Han}/gu) > count(text, /[a-z]/giu)
}

/** Few of the characters beyond ASCII fail: UTF-8 with a scar, not another encoding. */
function isScarredUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample)
  return count(text, /\ufffd/gu) < count(text, /[^\0-\x7f]/gu) / 20
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function damagedUtf8(lenient: string): MalformedInputError {
  const before = lenient.slice(0, lenient.indexOf('\ufffd')).split(/\r\n|\n|\r/u)
  const line = before.length
  const column = Array.from(before.at(-1) ?? '').length + 1
  const message = `The file is UTF-8 but damaged: line ${line}, column ${column} holds bytes that are no character.`
  const diagnostic: Diagnostic = { line, column, code: 'BAD_BYTES', message }
  return new MalformedInputError(`${message} Mend that place or take an undamaged copy.`, [
    diagnostic,
  ])
}

function notText(): MalformedInputError {
  return new MalformedInputError(
    'The file is not text (it holds binary data). Export the manuscript as plain text (TXT, UTF-8) and import that.',
  )
}
