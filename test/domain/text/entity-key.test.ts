import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entityKey, isEntityKey } from '#domain/text/entity-key.ts'

const keyOf = (name: string, { prefix = '', isPerson = false, taken = [] as string[] } = {}) =>
  entityKey(name, { prefix, isPerson, taken: (key) => taken.includes(key) })

describe('entityKey', () => {
  it.each([
    { name: '萧炎', prefix: '', isPerson: true, key: 'xiaoyan' },
    { name: '天云宗', prefix: 'loc_', isPerson: false, key: 'loc_tianyunzong' },
    { name: '天云宗', prefix: 'faction_', isPerson: false, key: 'faction_tianyunzong' },
    { name: '玄阶令牌', prefix: 'item_', isPerson: false, key: 'item_xuanjielingpai' },
    { name: '沈崇武', prefix: '', isPerson: true, key: 'shenchongwu' },
    { name: '王質', prefix: '', isPerson: true, key: 'wangzhi' },
    { name: '吕布', prefix: '', isPerson: true, key: 'lvbu' },
    { name: '影笔（独立制图师）', prefix: '', isPerson: true, key: 'yingbi' },
    { name: 'Mr. Darcy', prefix: '', isPerson: true, key: 'mrdarcy' },
    { name: 'Élodie Müller', prefix: '', isPerson: true, key: 'elodiemuller' },
    { name: '卡尔·马克思', prefix: '', isPerson: true, key: 'kaermakesi' },
    { name: 'Ａ７号', prefix: 'item_', isPerson: false, key: 'item_a7hao' },
  ])('spells $name as $key', ({ key, name, ...options }) => {
    expect(keyOf(name, options)).toBe(key)
  })

  it.each([
    { name: '单雄信', person: 'shanxiongxin', thing: 'danxiongxin' },
    { name: '尉迟恭', person: 'yuchigong', thing: 'weichigong' },
    { name: '万俟卨', person: 'moqixie', thing: 'wansixie' },
  ])('reads the surname of $name only in a person', ({ name, person, thing }) => {
    expect(keyOf(name, { isPerson: true })).toBe(person)
    expect(keyOf(name)).toBe(thing)
  })

  it.each([
    ['唐三藏', 'tangsanzang'],
    ['孙长老', 'sunzhanglao'],
    ['黄盖', 'huanggai'],
  ])('reads what follows the surname of %s as in any name', (name, key) => {
    expect(keyOf(name, { isPerson: true })).toBe(key)
  })

  it('numbers the keys of one spelling', () => {
    expect(keyOf('王植', { taken: ['wangzhi'] })).toBe('wangzhi_1')
    expect(keyOf('王質', { taken: ['wangzhi', 'wangzhi_1', 'wangzhi_3'] })).toBe('wangzhi_2')
  })

  it('is a hash where nothing can be spelled', () => {
    expect(keyOf('…？', { prefix: 'item_' })).toMatch(/^ent_[0-9a-f]{8}$/)
    expect(keyOf('……？')).not.toBe(keyOf('…？'))
    expect(keyOf('...?')).toBe(keyOf('…？'))
    expect(keyOf('カミュ', { taken: [keyOf('カミュ')] })).toBe(`${keyOf('カミュ')}_1`)
  })

  it('cuts a long name and tells it from others that begin alike', () => {
    const [one, other] = [keyOf('长'.repeat(40)), keyOf(`${'长'.repeat(40)}短`)]
    expect(one).toMatch(/^(?:chang){9}ch_[0-9a-f]{8}$/)
    expect(other).toHaveLength(one.length)
    expect(other).not.toBe(one)
  })

  it('is a key and free, whatever the name', () => {
    const unit = fc.oneof(
      fc.integer({ max: 0xffff }).map((at) => String.fromCharCode(at)),
      fc.constantFrom('萧', '长', 'a'),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), fc.nat({ max: 12 }), (name, clashes) => {
        const given: string[] = []
        for (let i = 0; i <= clashes; i += 1)
          given.push(keyOf(name, { prefix: 'faction_', taken: given }))
        expect(given.every(isEntityKey)).toBe(true)
        expect(new Set(given)).toHaveLength(given.length)
      }),
    )
  })
})

describe('isEntityKey', () => {
  it.each(['a', 'xiaoyan_1', '007', 'x'.repeat(64)])('lets %s pass', (key) => {
    expect(isEntityKey(key)).toBe(true)
  })

  it.each(['', 'Xiaoyan', 'xiao-yan', '萧炎', 'a ', 'a\n', 'x'.repeat(65)])(
    'refuses "%s"',
    (key) => {
      expect(isEntityKey(key)).toBe(false)
    },
  )
})
