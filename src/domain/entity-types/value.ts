import type { InputIssue } from '../errors.ts'
import type { EntityTypeName } from './entity-type-name.ts'
import type { Field, RecordSpec, Shape } from './field.ts'

/** A value of one field or member; `R` is how references are told: as the caller named them, or by entity id. */
export type Value<R = number> =
  | string
  | boolean
  | number
  | R
  | readonly Value<R>[]
  | { readonly [name: string]: Value<R> }

/** How a caller names an entity. Exactly one is set. */
export interface RefInput {
  readonly id?: number | undefined
  readonly key?: string | undefined
  readonly alias?: { readonly text: string; readonly type?: EntityTypeName | undefined } | undefined
  /** Of a draft of the same changeset. */
  readonly label?: string | undefined
}

/** Where parsing writes down what is wrong, so that all of it is told at once. */
export interface Parsing {
  readonly path: readonly string[]
  readonly issues: InputIssue[]
}

export function at({ path, issues }: Parsing, ...more: readonly string[]): Parsing {
  return { path: [...path, ...more], issues }
}

const maxTextLength = 20_000

/** Checks the whole value of a field against its kind. Undefined after an issue was written down. */
export function parseValue(field: Field, raw: unknown, on: Parsing): Value<RefInput> | undefined {
  const isMany = field.kind === 'LIST' || field.kind === 'SET'
  return isMany ? parseMany(field.shape, raw, on) : parseOne(field.shape, raw, on)
}

/** Checks one member of a list or set, or a single value. */
export function parseOne(shape: Shape, raw: unknown, on: Parsing): Value<RefInput> | undefined {
  switch (shape.is) {
    case 'TEXT':
      return parseText(raw, on)
    case 'NUMBER':
      return Number.isFinite(raw) ? (raw as number) : refuse(on, 'a number')
    case 'BOOLEAN':
      return typeof raw === 'boolean' ? raw : refuse(on, 'true or false')
    case 'ENUM':
      return (
        shape.values.find((value) => value === raw) ??
        refuse(on, `one of ${shape.values.join(', ')}`)
      )
    case 'REF':
      return parseRef(raw, on)
    case 'WORDS_OR_REF':
      return parseMember(raw, on)
    case 'RECORD':
      return parseRecord(shape.record, raw, on)
  }
}

function parseMany(shape: Shape, raw: unknown, on: Parsing): Value<RefInput> | undefined {
  if (!Array.isArray(raw)) return refuse(on, 'a list')
  const members = raw.map((one, index) => parseOne(shape, one, at(on, `${index}`)))
  return members.filter((member) => member !== undefined)
}

function parseText(raw: unknown, on: Parsing): string | undefined {
  if (typeof raw !== 'string') return refuse(on, 'a text')
  if (!raw.isWellFormed() || raw.includes('\0'))
    return refuse(on, 'well-formed Unicode without NUL')
  const text = raw.normalize('NFC').trim()
  return text.length <= maxTextLength ? text : refuse(on, `at most ${maxTextLength} characters`)
}

function parseRef(raw: unknown, on: Parsing): RefInput | undefined {
  const named = Object.entries(Object(raw)).filter(([, value]) => value != null)
  const [only] = named
  return named.length === 1 && only && ['id', 'key', 'alias', 'label'].includes(only[0])
    ? { [only[0]]: only[1] }
    : refuse(on, 'an entity, named by id, key, alias or label')
}

/** A member that may be words: a bare text, or `{ words }` or `{ entity }` as the graph sends it. */
function parseMember(raw: unknown, on: Parsing): Value<RefInput> | undefined {
  if (typeof raw === 'string') return parseText(raw, on)
  const { entity, words, ...ref } = Object(raw) as Record<string, unknown>
  if (words != null) return parseText(words, at(on, 'words'))
  return entity == null ? parseRef(ref, on) : parseRef(entity, at(on, 'entity'))
}

function parseRecord(spec: RecordSpec, raw: unknown, on: Parsing): Value<RefInput> | undefined {
  if (typeof raw !== 'object' || raw === null) return refuse(on, `a ${spec.name}`)
  const given = raw as Record<string, unknown>
  for (const name of Object.keys(given).filter((known) => !Object.hasOwn(spec.fields, known))) {
    refuse(at(on, name), `a field of ${spec.name}`)
  }
  const parsed: Record<string, Value<RefInput>> = {}
  for (const [name, field] of Object.entries(spec.fields)) {
    if (field.optional && given[name] == null) continue
    const value = parseOne(field.shape, given[name], at(on, name))
    if (field.integer && value !== undefined && !Number.isInteger(value))
      refuse(at(on, name), 'a whole number')
    if (value !== undefined) parsed[name] = value
  }
  return parsed
}

function refuse({ path, issues }: Parsing, wanted: string): undefined {
  issues.push({ path, rule: 'VALUE_KIND', message: `${path.join('.')} must be ${wanted}.` })
}

/** The same value with every reference told another way. The shape says where the references are. */
export function mapRefs<A, B>(
  shape: Shape,
  value: Value<A>,
  toRef: (ref: A, types: readonly EntityTypeName[]) => Value<B>,
): Value<B> {
  if (Array.isArray(value)) return value.map((one) => mapRefs(shape, one, toRef))
  switch (shape.is) {
    case 'REF':
      return toRef(value as A, shape.types)
    case 'WORDS_OR_REF':
      return typeof value === 'string' ? value : toRef(value as A, shape.types)
    case 'RECORD':
      return Object.fromEntries(
        Object.entries(value as Record<string, Value<A>>).map(([name, one]) => {
          const field = shape.record.fields[name]
          return [name, field ? mapRefs(field.shape, one, toRef) : (one as Value<B>)]
        }),
      )
    default:
      return value as Value<B>
  }
}

/** Every reference inside a value. */
export function refsIn<R>(shape: Shape, value: Value<R>): readonly R[] {
  const found: R[] = []
  mapRefs(shape, value, (ref) => {
    found.push(ref)
    return 0
  })
  return found
}

/** Identity of a set's member in the store: equal members have equal elements. */
export function elementOf(shape: Shape, member: Value): string {
  const isRef = shape.is === 'REF' || (shape.is === 'WORDS_OR_REF' && typeof member === 'number')
  if (isRef) return `e:${String(member)}`
  if (shape.is !== 'RECORD') return `w:${String(member)}`
  return `r:${Object.keys(shape.record.fields)
    .map((name) => (member as Record<string, Value>)[name] ?? '')
    .join('/')}`
}
