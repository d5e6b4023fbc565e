import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EntityAsOf } from '../operations/as-of.ts'
import { openWorld, type World, workKey } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(60)
})
afterAll(() => world.close())

const snapshot = async (key: string, chapter: number) =>
  (await world.query(EntityAsOf, { work: workKey, key, chapter })).work?.asOf?.entity

async function character(key: string, chapter: number) {
  const facts = (await snapshot(key, chapter))?.facts
  return facts?.__typename === 'CharacterFacts' ? facts : undefined
}

describe('a changing value', () => {
  it('begins in the chapter that the proposal states and holds until the next one', async () => {
    await world.add('character', '林照', { facts: { office: '外门弟子' } })
    await world.revise('linzhao', { field: 'office', op: { set: '内门弟子' }, fromChapter: 30 })
    await world.revise('linzhao', { field: 'office', op: { set: '长老' }, fromChapter: 50 })
    const office = async (chapter: number) => (await character('linzhao', chapter))?.office
    expect(await office(10)).toBe('外门弟子')
    expect(await office(29)).toBe('外门弟子')
    expect(await office(30)).toBe('内门弟子')
    expect(await office(49)).toBe('内门弟子')
    expect(await office(50)).toBe('长老')
    expect(await office(-1)).toBe('外门弟子')
  })

  it('is recorded in any order: chapter 50 first, chapter 30 later', async () => {
    await world.add('character', '沈砚')
    await world.revise('shenyan', { field: 'office', op: { set: '县令' }, fromChapter: 50 })
    await world.revise('shenyan', { field: 'office', op: { set: '主簿' }, fromChapter: 30 })
    const office = async (chapter: number) => (await character('shenyan', chapter))?.office
    expect(await office(29)).toBeNull()
    expect(await office(40)).toBe('主簿')
    expect(await office(60)).toBe('县令')
  })
})
