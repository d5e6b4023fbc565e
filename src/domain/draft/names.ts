import type { PositionRange } from '../story-time.ts'

/** A name as the canon keeps it. */
export interface KeptName {
  readonly text: string
  readonly kind: string
  readonly isPrimary: boolean
  readonly range: PositionRange
}

/** The name among aliases in force: kind NAME, primary ones first, then the one that began last. */
export function nameAmong<T extends KeptName>(aliases: readonly T[]): T | undefined {
  return aliases
    .filter(({ kind }) => kind === 'NAME')
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || b.range.from - a.range.from)[0]
}

/** The name that these aliases give at the head of the story; undefined where they give none. */
export function headName(aliases: readonly KeptName[]): string | undefined {
  return nameAmong(aliases.filter(({ range, isPrimary }) => range.until === undefined && isPrimary))
    ?.text
}
