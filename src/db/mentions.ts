import { sql } from 'kysely'
import type { Mention, NameInUse } from '#domain/mentions/scan.ts'
import type { ReadDb, Tx } from './database.ts'
import { all, countsAt, insertRows } from './rows.ts'

/** All names that count at a revision. */
export async function findNames(
  db: ReadDb,
  { workId, revision }: { readonly workId: number; readonly revision: number },
): Promise<NameInUse[]> {
  const rows = await db
    .selectFrom('alias')
    .where('work_id', '=', workId)
    .where(countsAt('alias', revision))
    .select(['entity_id', 'lookup_key', 'valid_from', 'valid_until', 'recorded_in', 'decision_id'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    entityId: row.entity_id,
    lookupKey: row.lookup_key,
    range: { from: row.valid_from, until: row.valid_until ?? undefined },
    recordedIn: row.recorded_in,
    decisionId: row.decision_id,
  }))
}

/** A stored mention: an attribution, or an ambiguous one that waits. */
export interface StoredMention extends Mention {
  readonly id: number
  readonly position: number
}

/** Counting mentions of the chapters at these positions. */
export async function findMentionsAt(db: ReadDb, workId: number, positions: readonly number[]) {
  const columns = sql`at_pos as position, block_id as "blockId", block_revision as "blockRevision",
    start_offset as start, end_offset as "end", surface, decision_id as "decisionId"`
  const rows = await all(
    db,
    sql<Omit<StoredMention, 'entityId'> & { entityId: number | null }>`
      select id, entity_id as "entityId", '' as "lookupKey", by_presence as "byPresence", ${columns}
      from attribution
      where work_id = ${workId} and at_pos = any(${[...positions]}::bigint[]) and superseded_in is null
      union all
      select id, null, lookup_key, false, ${columns}
      from ambiguous_mention
      where work_id = ${workId} and at_pos = any(${[...positions]}::bigint[]) and superseded_in is null`,
  )
  return rows.map((row): StoredMention => ({ ...row, entityId: row.entityId ?? undefined }))
}

interface Placed extends Mention {
  readonly position: number
}

export async function insertMentions(
  tx: Tx,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  mentions: readonly Placed[],
): Promise<void> {
  const row = (mention: Placed) => ({
    work_id: workId,
    at_pos: mention.position,
    block_id: mention.blockId,
    block_revision: mention.blockRevision,
    start_offset: mention.start,
    end_offset: mention.end,
    surface: mention.surface,
    recorded_in: revision,
    decision_id: mention.decisionId,
  })
  await insertRows(
    tx,
    'attribution',
    mentions.flatMap((mention) =>
      mention.entityId === undefined
        ? []
        : [{ ...row(mention), entity_id: mention.entityId, by_presence: mention.byPresence }],
    ),
  )
  await insertRows(
    tx,
    'ambiguous_mention',
    mentions
      .filter(({ entityId }) => entityId === undefined)
      .map((mention) => ({ ...row(mention), lookup_key: mention.lookupKey })),
  )
}

export async function supersedeMentions(
  tx: Tx,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  mentions: readonly StoredMention[],
): Promise<void> {
  const [settled, waiting] = [
    mentions.filter(({ entityId }) => entityId !== undefined),
    mentions.filter(({ entityId }) => entityId === undefined),
  ]
  for (const [table, rows] of [
    ['attribution', settled],
    ['ambiguous_mention', waiting],
  ] as const) {
    if (rows.length === 0) continue
    await tx
      .updateTable(table)
      .set({ superseded_in: revision })
      .where('work_id', '=', workId)
      .where('id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .execute()
  }
}

/** Which of the entities are present in the chapter at a position. */
export async function findPresent(
  db: ReadDb,
  {
    workId,
    revision,
    position,
  }: { readonly workId: number; readonly revision: number; readonly position: number },
  entityIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('attribution')
    .where('work_id', '=', workId)
    .where('at_pos', '=', position)
    .where('entity_id', 'in', entityIds.length > 0 ? [...entityIds] : [0])
    .where('by_presence', '=', false)
    .where(countsAt('attribution', revision))
    .select('entity_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ entity_id }) => entity_id))
}
