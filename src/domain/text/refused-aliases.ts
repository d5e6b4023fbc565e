import { lookupKey } from './fold.ts'

const pronouns = `
  我 吾 余 予 俺 咱 你 您 妳 汝 尔 他 她 它 牠 祂 彼 谁
  我们 俺们 咱们 吾等 我等 你们 汝等 尔等 他们 她们 它们 牠们 彼等
  自己 自身 自个儿 本人 别人 旁人 他人 人家 某人 有人 众人 诸人 大家 大伙 对方 来人 来者
  此人 这人 那人 这个人 那个人 其人 此女 此子 这厮 那厮
  i me my mine myself you your yours yourself he him his himself she her hers herself it its itself
  we us our ours ourselves yourselves they them their theirs themselves
  who someone somebody anyone anybody everyone everybody nobody`

const agesAndRoles = `
  人 男人 女人 男子 女子 男的 女的 男性 女性 妇人 妇女 汉子 大汉 壮汉
  婴儿 婴孩 孩子 孩童 幼童 小孩 小孩子 小孩儿 男孩 女孩 男孩儿 女孩儿 小男孩 小女孩 男童 女童
  少年 少年人 少年郎 少女 少妇 青年 青年人 青年男子 青年女子 小子 小伙子
  年轻人 年轻男子 年轻女子 年轻男人 年轻女人
  中年 中年人 中年男子 中年女子 中年男人 中年女人 中年妇人 中年妇女 中年汉子
  老者 老人 老人家 老年人 老头 老头子 老头儿 老翁 老叟 老汉 老妇 老妇人 老妪 老太婆 老婆子
  黑衣人 白衣人 灰衣人 青衣人 红衣人 蓝衣人 紫衣人 黄衣人 黑袍人 白袍人 灰袍人 青袍人 红袍人 蒙面人
  黑衣男子 黑衣女子 黑衣少年 黑衣老者 白衣男子 白衣女子 白衣少年 白衣老者
  黑袍老者 白袍老者 灰袍老者 白发老者 蒙面男子 蒙面女子
  陌生人 陌生男子 陌生女子 路人 行人 客人 村民 士兵 兵士 侍卫 护卫 守卫 侍女 丫鬟 小厮 仆人 下人 车夫 店小二`

const englishNouns =
  'man, woman, old man, old woman, young man, young woman, youth, boy, girl, child, baby, person, stranger, servant, soldier, guard, maid'

/**
 * The lookup keys of names that could be anybody: pronouns, and nouns that tell only age, sex, dress or the part
 * somebody plays. A closed list. Kinship words and titles (师父, 爷爷, 宗主, 姑娘, 夫人) are no part of it.
 */
export const refusedAliases: ReadonlySet<string> = new Set([
  ...words(pronouns),
  ...words(agesAndRoles),
  ...englishNouns.split(', ').flatMap(withArticles),
])

export function isRefusedAlias(name: string): boolean {
  return refusedAliases.has(lookupKey(name))
}

function words(list: string): string[] {
  return list.trim().split(/\s+/u)
}

function withArticles(noun: string): string[] {
  return [noun, `${/^[aeiou]/u.test(noun) ? 'an' : 'a'} ${noun}`, `the ${noun}`]
}
