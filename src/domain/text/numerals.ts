/**
 * The number that a chapter heading prints, in digits (12, １２, 007), Chinese numerals, Roman numerals (XIV, Ⅻ) or
 * English words (Twenty-One); undefined when `printed` is none of these.
 *
 * Chinese numerals are read as book printers write them: 一百八 is 108, never 180; without 十, 百, 千, 万 they are
 * positional (九九 is 99, 一○ is 10, 一零一 is 101); 廿 and 卅 are twenty and thirty.
 */
export function parseNumeral(printed: string): number | undefined {
  if (printed.length > longestNumeral) return undefined
  const text = printed.normalize('NFKC').trim()
  if (text === '') return undefined
  if (/^\d{1,6}$/u.test(text)) return Number(text)
  return /^[a-z]/iu.test(text) ? (parseRoman(text) ?? parseEnglish(text)) : parseChinese(text)
}

const longestNumeral = 40

const digits = new Map(
  [
    '零〇○0',
    '一壹弌1',
    '二贰貳两兩2',
    '三叁參3',
    '四肆4',
    '五伍5',
    '六陆陸6',
    '七柒7',
    '八捌8',
    '九玖9',
  ].flatMap((forms, value) => Array.from(forms, (form): [string, number] => [form, value])),
)

const units = new Map([
  ['十', 10],
  ['拾', 10],
  ['百', 100],
  ['佰', 100],
  ['千', 1000],
  ['仟', 1000],
  ['万', 10_000],
  ['萬', 10_000],
])

const tens = new Map([
  ['廿', '二十'],
  ['卅', '三十'],
  ['卌', '四十'],
])

/** Every character a Chinese numeral is written with, for the character class of a regular expression. */
export const chineseNumeralChars = [...digits.keys(), ...units.keys(), ...tens.keys()]
  .filter((char) => !/\d/u.test(char))
  .join('')

function parseChinese(text: string): number | undefined {
  const chars = Array.from(text, (char) => tens.get(char) ?? char).join('')
  const isPositional = Array.from(chars).every((char) => digits.has(char))
  return isPositional ? readPositional(chars) : readWithUnits(chars)
}

function readPositional(chars: string): number | undefined {
  if (chars.length > 6) return undefined
  return Array.from(chars).reduce((value, char) => value * 10 + (digits.get(char) ?? 0), 0)
}

/** Units fall from left to right: 一百十 is 110, 十百 is nothing. 万 closes the part before it. */
function readWithUnits(chars: string): number | undefined {
  const [head = '', tail, ...rest] = chars.split(/[万萬]/u)
  if (rest.length > 0) return undefined
  if (tail === undefined) return readBelowTenThousand(head)
  const high = readBelowTenThousand(head)
  const low = tail === '' ? 0 : readBelowTenThousand(tail)
  return high === undefined || low === undefined ? undefined : high * 10_000 + low
}

function readBelowTenThousand(chars: string): number | undefined {
  let value = 0
  let digit: number | undefined
  let lastUnit = 10_000
  for (const char of chars) {
    const unit = units.get(char)
    if (unit === undefined) {
      const next = digits.get(char)
      if (next === undefined || (digit ?? 0) > 0) return undefined
      digit = next
    } else {
      if (unit >= lastUnit) return undefined
      value += (digit || 1) * unit
      digit = undefined
      lastUnit = unit
    }
  }
  return chars === '' ? undefined : value + (digit ?? 0)
}

const romanDigits = new Map([
  ['I', 1],
  ['V', 5],
  ['X', 10],
  ['L', 50],
  ['C', 100],
  ['D', 500],
  ['M', 1000],
])

const roman = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/u

/** Upper case, or lower case throughout. */
function parseRoman(text: string): number | undefined {
  const upper = text === text.toLowerCase() ? text.toUpperCase() : text
  if (!roman.test(upper)) return undefined
  const values = Array.from(upper, (char) => romanDigits.get(char) ?? 0)
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  )
}

const cardinals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
const decades = 'twenty thirty forty fifty sixty seventy eighty ninety'

const words = new Map([
  ...cardinals.split(' ').map((word, value): [string, number] => [word, value]),
  ...ordinals.split(' ').map((word, value): [string, number] => [word, value]),
  ...decades.split(' ').map((word, at): [string, number] => [word, 20 + 10 * at]),
  ...decades
    .split(' ')
    .map((word, at): [string, number] => [word.replace('y', 'ieth'), 20 + 10 * at]),
])

/** Every word an English numeral is written with. */
export const englishNumeralWords: ReadonlySet<string> = new Set([...words.keys(), 'hundred', 'and'])

/** Up to 999: one, Twenty-One, two hundred and five, the First. */
function parseEnglish(text: string): number | undefined {
  const parts = text
    .toLowerCase()
    .split(/[\s-]{1,3}/u)
    .filter((word) => word !== 'and' && word !== 'the')
  const hundred = parts.indexOf('hundred')
  const below = readBelowHundred(parts.slice(hundred + 1))
  if (hundred < 0) return below
  const hundreds = words.get(parts.slice(0, hundred).join(' ')) ?? 0
  if (hundred > 1 || hundreds === 0 || hundreds > 9) return undefined
  if (parts.length === hundred + 1) return hundreds * 100
  return below === undefined ? undefined : hundreds * 100 + below
}

function readBelowHundred([first = '', second, ...rest]: readonly string[]): number | undefined {
  const head = words.get(first)
  if (head === undefined || second === undefined) return head
  const tail = words.get(second) ?? 0
  return rest.length === 0 && head >= 20 && tail > 0 && tail < 10 ? head + tail : undefined
}
