import { readFile } from 'node:fs/promises'
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { printContract } from '#graph/print-schema.ts'
import { schema } from '#graph/schema.ts'

const own = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
const queries = Object.values(schema.getQueryType()?.getFields() ?? {})

describe('the contract', () => {
  it('is the committed SDL', async () => {
    expect(printContract(schema)).toBe(await readFile('schema/fabula.graphql', 'utf8'))
  })

  it('describes every type, field, argument and enum value', () => {
    expect(own.flatMap(undescribed)).toEqual([])
  })

  it('keeps root fields nullable, so that one failure leaves the others alone', () => {
    const strict = [...queries, ...mutations].filter(
      ({ name, type }) => isNonNullType(type) && name !== 'nodes',
    )
    expect(strict.map(({ name }) => name)).toEqual([])
  })
})

describe('every mutation', () => {
  it.each(mutations)('$name takes one input and answers a union, success first', (field) => {
    const pascal = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`
    expect(field.args.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      `input: ${pascal}Input!`,
    ])
    const result = getNamedType(field.type)
    if (!isUnionType(result)) throw new Error(`${field.name} answers no union.`)
    expect(result.name).toBe(`${pascal}Result`)
    const refusals = result.getTypes().filter(({ name }) => !name.endsWith('Success'))
    expect(refusals.length).toBe(result.getTypes().length - 1)
    expect(refusals.length).toBeLessThanOrEqual(12)
    for (const refusal of refusals) {
      expect(refusal.getInterfaces().map(({ name }) => name)).toContain('UserError')
    }
  })

  it.each(mutations)('$name prints its capability and tells it in words', (field) => {
    const { capability } = requiresOf(field)
    expect(['PROPOSE', 'CHECK', 'DECIDE', 'ADMINISTER']).toContain(capability)
    expect(field.description).toContain(`Needs ${capability}.`)
  })

  it.each(mutations)('$name is named noun first', ({ name }) => {
    expect(name).toMatch(/^(work|settingNote|entity|entityDrafts?|arcs)[A-Z][a-z]+$/)
  })

  it('asks for an idempotency key wherever it creates or decides', () => {
    const without = mutations.filter((field) => {
      const input = getNamedType(field.args[0]?.type)
      return isInputObjectType(input) && !('idempotencyKey' in input.getFields())
    })
    expect(without.map(({ name }) => name)).toEqual(['entityDraftWithdraw'])
  })
})

describe('every connection', () => {
  const connections = own.filter(({ name }) => name.endsWith('Connection')).filter(isObjectType)
  const fields = own
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => connections.includes(getNamedType(field.type) as never))

  it.each(connections)('$name has edges, nodes and pageInfo, all non-null', (type) => {
    const printed = Object.values(type.getFields()).map(({ name, type }) => `${name}: ${type}`)
    const node = type.name.replace(/Connection$/, '')
    expect(printed).toEqual(
      expect.arrayContaining([
        `edges: [${node}Edge!]!`,
        `nodes: [${node}!]!`,
        'pageInfo: PageInfo!',
      ]),
    )
  })

  it.each(fields)('$type.name.$field.name pages by first, last, after and before', ({ field }) => {
    const names = field.args.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['first', 'last', 'after', 'before']))
  })
})

describe('lists of an input', () => {
  it('hold no nulls', () => {
    const loose = own
      .filter(isInputObjectType)
      .flatMap((type) =>
        Object.values(type.getFields()).map((field) => `${type.name}.${field.name}: ${field.type}`),
      )
      .filter((line) => /\[\w+\]/.test(line))
    expect(loose).toEqual([])
  })
})

function requiresOf({ extensions }: GraphQLField<unknown, unknown>): { capability?: string } {
  const { requires } = (extensions.directives ?? {}) as { requires?: { capability?: string } }
  return requires ?? {}
}

function undescribed(type: GraphQLNamedType): string[] {
  const self = type.description || isBuiltIn(type) ? [] : [type.name]
  if (isEnumType(type)) {
    const values = type.getValues().filter(({ description }) => !description)
    return [...self, ...values.map(({ name }) => `${type.name}.${name}`)]
  }
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return self
  const fields = Object.values(type.getFields())
  const bare = fields
    .filter(({ description }) => !description)
    .map(({ name }) => `${type.name}.${name}`)
  const args = fields.flatMap((field) => ('args' in field ? field.args : []))
  const bareArgs = args
    .filter(({ description }) => !description)
    .map(({ name }) => `${type.name}(${name})`)
  return [...self, ...bare, ...bareArgs]
}

function isBuiltIn({ name }: GraphQLNamedType): boolean {
  return ['Boolean', 'Float', 'ID', 'Int', 'String'].includes(name)
}
