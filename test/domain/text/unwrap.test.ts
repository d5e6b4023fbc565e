import { describe, expect, it } from 'vitest'
import { readLines } from '#domain/text/lines.ts'
import { findWrap, unwrap } from '#domain/text/unwrap.ts'

function paragraphsOf(text: string): readonly string[] {
  const lines = readLines(text)
  return unwrap(lines, findWrap(lines))
}

/** Cuts a paragraph into lines of `width` characters, wherever that falls. */
function cut(paragraph: string, width: number): string {
  return (paragraph.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []).join('\n')
}

const rain =
  '沈砚推开门，雨水顺着屋檐往下淌，他站了很久，没有说话，只听见远处的更鼓一声一声地敲过去。'
const road =
  '天亮以后，两个人沿着河岸往北走，走了三十里，在一座破庙里歇脚，庙里的和尚给他们煮了一锅粥。'

describe('unwrap', () => {
  it('takes each line of an unwrapped file for a paragraph', () => {
    expect(paragraphsOf(`　　${rain}\n　　${road}\n`.repeat(9))).toEqual(
      Array(9).fill([rain, road]).flat(),
    )
  })

  it.each([
    ['blank lines', (paragraph: string) => `${cut(paragraph, 20)}\n\n`],
    ['indents', (paragraph: string) => `${cut(`　　${paragraph}`, 20)}\n`],
    ['short last lines alone', (paragraph: string) => `${cut(paragraph, 20)}\n`],
  ])('joins Chinese lines without a space where %s tell the paragraphs apart', (_, write) => {
    const paragraphs = Array(9).fill([rain, road]).flat()
    expect(paragraphsOf(paragraphs.map(write).join(''))).toEqual(paragraphs)
  })

  it('joins a name that the line end cuts', () => {
    const paragraph = `${'雨'.repeat(19)}孔明${'雨'.repeat(30)}`
    expect(paragraphsOf(`${cut(paragraph, 20)}\n\n`.repeat(9))).toContain(paragraph)
  })

  it('joins Latin lines with a space, and none behind a hyphen', () => {
    const lines = [
      'It rained all night, and in the morning the two of them went north',
      'along the river, past the three-and-twenty houses of that village, well-',
      'known for its bridge, and rested in a temple where a monk cooked them',
      'a pot of rice.',
    ]
    const paragraph = lines.join(' ').replace('well- known', 'well-known')
    expect(paragraphsOf(`${lines.join('\n')}\n\n`.repeat(5))).toEqual(Array(5).fill(paragraph))
  })

  it('leaves lines of verse alone', () => {
    const verse = ['混沌未分天地乱，', '茫茫渺渺无人见。']
    const text = `${cut(rain, 20)}\n${verse.map((line) => `　　　　${line}\n`).join('')}\n`
    expect(paragraphsOf(text.repeat(5)).slice(0, 3)).toEqual([rain, ...verse])
  })

  it('ends a paragraph at a line that leaves room', () => {
    const text = `${cut(rain, 20)}\n\n${cut(road, 20)}\n`.repeat(5)
    expect(paragraphsOf(`${text}\n但见：\n${cut(rain, 20)}\n`).slice(-2)).toEqual(['但见：', rain])
  })

  it('takes no verse without prose for wrapped lines', () => {
    const line = '春眠不觉晓处处闻啼鸟'
    expect(paragraphsOf(`${line}\n`.repeat(20))).toEqual(Array(20).fill(line))
  })
})
