const ends = new Set('。！？!?…；;\n')
const closers = new Set('”’」』）)"\'】》')

/** The sentence around a stretch of text, in code points; quotation marks that close it belong to it. */
export function sentenceAround(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  maxLength = 120,
): { start: number; end: number; quote: string } {
  const points = Array.from(text)
  const isEnd = (index: number) => ends.has(points[index] ?? '') || isFullStop(points, index)
  let from = start
  while (from > 0 && start - from < maxLength / 2 && !isEnd(from - 1)) from -= 1
  while (from < start && (closers.has(points[from] ?? '') || (points[from] ?? '').trim() === ''))
    from += 1
  let to = end
  while (to < points.length && to - from < maxLength && !isEnd(to - 1)) to += 1
  while (to < points.length && closers.has(points[to] ?? '')) to += 1
  return { start: from, end: to, quote: points.slice(from, to).join('') }
}

function isFullStop(points: readonly string[], index: number): boolean {
  return (
    points[index] === '.' && (points[index + 1] === undefined || points[index + 1]?.trim() === '')
  )
}
