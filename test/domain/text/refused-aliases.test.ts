import { describe, expect, it } from 'vitest'
import { lookupKey } from '#domain/text/fold.ts'
import { isRefusedAlias, refusedAliases } from '#domain/text/refused-aliases.ts'

describe('isRefusedAlias', () => {
  it.each([
    '他',
    '她',
    '它',
    '他们',
    '我',
    '你',
    '自己',
    '少年',
    '老者',
    '青年',
    '女子',
    '男子',
    '老人',
    '少女',
    '黑衣人',
  ])('refuses %s', (name) => expect(isRefusedAlias(name)).toBe(true))

  it.each([
    ' 老者 ',
    '她們',
    '老頭子',
    'He',
    'ＴＨＥＹ',
    'The Old Man',
    'an old woman',
    '少年（白衣）',
  ])('refuses the spelling "%s"', (name) => expect(isRefusedAlias(name)).toBe(true))

  it.each([
    '师父',
    '爷爷',
    '宗主',
    '姑娘',
    '夫人',
    '老太太',
    '丫头',
    '白衣剑客',
    '那个少年',
    '炎帝',
    'Father',
    'Sir William',
    '',
  ])('lets "%s" pass', (name) => expect(isRefusedAlias(name)).toBe(false))
})

describe('refusedAliases', () => {
  it('holds lookup keys', () => {
    expect([...refusedAliases].map(lookupKey)).toEqual([...refusedAliases])
  })
})
