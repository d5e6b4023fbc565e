import { sql } from 'kysely'
import type { AliasKind } from '#domain/draft/proposal.ts'
import type { PositionRange } from '#domain/story-time.ts'
import type { Coordinates } from './coordinates.ts'
import type { ReadDb } from './database.ts'
import { all } from './rows.ts'
import { inForce } from './snapshots.ts'

/** A name of an entity. */
export interface Alias {
  readonly entityId: number
  readonly id: number
  readonly text: string
  readonly kind: AliasKind
  readonly context: string | undefined
  readonly isPrimary: boolean
  readonly range: PositionRange
  readonly sourceId: number
}

/** Names in force at the coordinates; where they end is later, and untold. */
export async function findAliasesAsOf(db: ReadDb, at: Coordinates, entityIds: readonly number[]) {
  const aliases = await select(db, at.workId, { entityIds, where: inForce('a', at) })
  return aliases.map((alias): Alias => ({ ...alias, range: { ...alias.range, until: undefined } }))
}

/** Names that count now, whatever their ranges. */
export async function findAllAliases(db: ReadDb, workId: number, entityIds: readonly number[]) {
  return select(db, workId, { entityIds, where: sql`a.superseded_in is null` })
}

interface Selection {
  readonly entityIds: readonly number[]
  readonly where: ReturnType<typeof sql>
}

/** Primary names first, then in the order in which they began. */
async function select(
  db: ReadDb,
  workId: number,
  { entityIds, where }: Selection,
): Promise<Alias[]> {
  const rows = await all(
    db,
    sql<Omit<Alias, 'range'> & { from: number; until: number | null }>`
      select a.entity_id as "entityId", a.id, a.text, a.kind, a.context, a.is_primary as "isPrimary",
        a.valid_from as "from", a.valid_until as until, a.source_id as "sourceId"
      from unnest(${[...entityIds]}::bigint[]) e(id)
        join alias a on a.work_id = ${workId} and a.entity_id = e.id and ${where}
      order by a.entity_id, a.is_primary desc, a.valid_from, a.id`,
  )
  return rows.map(({ from, until, ...row }) => ({
    ...row,
    context: row.context ?? undefined,
    range: { from, until: until ?? undefined },
  }))
}
