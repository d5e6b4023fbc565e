import { GraphQLError, Kind, valueFromASTUntyped } from 'graphql'
import { builder } from './builder.ts'

builder.scalarType('ChapterNumber', {
  description:
    'Rank of a chapter in reading order at the revision read, integer -1..100000; derived, so it shifts when chapters are inserted or moved. 0 is a prologue that opens the book, otherwise the first is 1. -1 = before the book, only where a chapter is asked for or echoed; ranges say null there.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (Number.isInteger(value) && (value as number) >= -1 && (value as number) <= 100_000)
      return value as number
    throw wrong('ChapterNumber', 'an integer from -1 to 100000', value)
  },
})

builder.scalarType('DateTime', {
  description:
    'RFC 3339 instant in UTC with millisecond precision, e.g. `2026-11-30T08:00:00.000Z`.',
  extensions: { specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time' },
  serialize: (value) => value.toISOString() as unknown as Date,
  parseValue: (value) => {
    const date = typeof value === 'string' ? new Date(value) : undefined
    if (date && !Number.isNaN(date.getTime())) return date
    throw wrong('DateTime', 'an RFC 3339 instant', value)
  },
})

builder.scalarType('Sha256', {
  description: 'SHA-256 as 64 lower-case hexadecimal digits.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
    throw wrong('Sha256', '64 lower-case hexadecimal digits', value)
  },
})

builder.scalarType('BigInt', {
  description: 'Signed 64-bit integer, serialised as a decimal string.',
  serialize: String,
  parseValue: (value) => {
    if (typeof value === 'string' && /^-?\d{1,19}$/.test(value)) return value
    throw wrong('BigInt', 'a decimal string', value)
  },
})

builder.scalarType('IdempotencyKey', {
  description:
    'Made by the client: 8..128 visible ASCII characters; a UUID is advised. Kept 30 days per actor.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value === 'string' && /^[\x21-\x7e]{8,128}$/.test(value)) return value
    throw wrong('IdempotencyKey', '8 to 128 visible ASCII characters', value)
  },
})

const maxJsonLength = 64 * 1024

builder.scalarType('JSON', {
  description:
    'Arbitrary JSON, at most 64 KiB. Used only for `extra`, audit details and values in diffs, where a reference is `{ id, key, type, name }`.',
  serialize: (value) => value,
  parseValue: checkJson,
  parseLiteral: (node, variables) => {
    if (node.kind === Kind.VARIABLE) return checkJson(variables?.[node.name.value])
    return checkJson(valueFromASTUntyped(node, variables))
  },
})

function checkJson(value: unknown): unknown {
  const { length } = JSON.stringify(value) ?? ''
  if (length <= maxJsonLength) return value
  throw new GraphQLError(`JSON takes at most 64 KiB, here ${length} characters.`)
}

function wrong(scalar: string, wanted: string, value: unknown): GraphQLError {
  return new GraphQLError(
    `${scalar} must be ${wanted}, not ${JSON.stringify(value)?.slice(0, 60)}.`,
  )
}
