import type { AliasKind } from '#domain/draft/proposal.ts'
import type { PositionRange } from '#domain/story-time.ts'
import type { ReadDb } from './database.ts'

/** A name that counts now, whatever its range. */
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

export async function findAllAliases(db: ReadDb, workId: number, entityIds: readonly number[]): Promise<Alias[]> {
  const rows = await db
    .selectFrom('alias')
    .selectAll()
    .where('work_id', '=', workId)
    .where('entity_id', 'in', entityIds.length > 0 ? [...entityIds] : [0])
    .where('superseded_in', 'is', null)
    .orderBy('is_primary', 'desc')
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    entityId: row.entity_id,
    id: row.id,
    text: row.text,
    kind: row.kind as AliasKind,
    context: row.context ?? undefined,
    isPrimary: row.is_primary,
    range: { from: row.valid_from, until: row.valid_until ?? undefined },
    sourceId: row.source_id,
  }))
}
