import { sql } from 'kysely'

/** A stretch of a list in a total order. `after` and `before` are values of its key. */
export interface Page {
  readonly limit: number
  readonly after?: string | number | undefined
  readonly before?: string | number | undefined
  /** Read from the end; rows come in reversed order. */
  readonly backward: boolean
}

/** Where and in which order the rows of a page are found; `key` is a unique expression. */
export function pageOf(key: ReturnType<typeof sql>, { after, before, backward, limit }: Page) {
  const conditions = [
    ...(after === undefined ? [] : [sql`${key} > ${after}`]),
    ...(before === undefined ? [] : [sql`${key} < ${before}`]),
  ]
  return {
    where: sql<boolean>`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`,
    order: backward ? sql`${key} desc` : sql`${key} asc`,
    limit,
  }
}
