import { sql } from 'kysely'
import type { Cited } from '#domain/draft/evidence.ts'
import { type Citation, codePointLength, type SourceKind, sha256 } from '#domain/source.ts'
import type { ReadDb, Tx } from './database.ts'
import { all, countsAt, idSequence, insertRows, nextIds } from './rows.ts'

/** A text that can be cited: one revision of a block or of a setting note. */
export interface Citable {
  readonly kind: SourceKind
  /** Block or note. */
  readonly id: number
  readonly revision: number
  readonly text: string
  readonly contentSha256: string
}

/** Current or given revisions of blocks. */
export async function findCitableBlocks(db: ReadDb, workId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('block_revision')
    .where('work_id', '=', workId)
    .where('block_id', 'in', ids.length > 0 ? [...ids] : [0])
    .select(['block_id as id', 'revision', 'text', 'content_sha256 as contentSha256'])
    .orderBy('revision', 'desc')
    .execute()
  return rows.map((row): Citable => ({ kind: 'CANON_TEXT', ...row }))
}

export async function findCitableNotes(db: ReadDb, workId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('setting_note_revision')
    .where('work_id', '=', workId)
    .where('note_id', 'in', ids.length > 0 ? [...ids] : [0])
    .select(['note_id as id', 'revision', 'text', 'content_sha256 as contentSha256'])
    .orderBy('revision', 'desc')
    .execute()
  return rows.map((row): Citable => ({ kind: 'CONFIRMED_SETTING', ...row }))
}

export interface NewSource extends Pick<Citation, 'start' | 'end' | 'quote'> {
  readonly of: Citable
}

/** Verified citations; equal ones are stored once a call. Returns their ids in the order given. */
export async function insertSources(tx: Tx, workId: number, sources: readonly NewSource[]) {
  const keyOf = ({ of, start, end }: NewSource) =>
    `${of.kind}/${of.id}/${of.revision}/${start}/${end}`
  const unique = [...new Map(sources.map((source) => [keyOf(source), source]))]
  const ids = await nextIds(tx, idSequence('source'), unique.length)
  const idOf = new Map(unique.map(([key], index) => [key, ids[index] ?? 0]))
  await insertRows(
    tx,
    'source',
    unique.map(([key, { of, start, end, quote }]) => ({
      work_id: workId,
      id: idOf.get(key) ?? 0,
      kind: of.kind,
      block_id: of.kind === 'CANON_TEXT' ? of.id : null,
      block_revision: of.kind === 'CANON_TEXT' ? of.revision : null,
      note_id: of.kind === 'CONFIRMED_SETTING' ? of.id : null,
      note_revision: of.kind === 'CONFIRMED_SETTING' ? of.revision : null,
      start_offset: start,
      end_offset: end,
      quote,
      quote_sha256: sha256(quote),
      content_sha256: of.contentSha256,
    })),
  )
  return sources.map((source) => idOf.get(keyOf(source)) ?? 0)
}

/** A stored source with the text it points to and where that stands at a revision. */
export interface SourceRow extends Citation {
  readonly id: number
  readonly kind: SourceKind
  readonly blockId: number | undefined
  readonly noteId: number | undefined
  readonly revision: number
  readonly text: string | undefined
  /** Of a block: place and order of its chapter; undefined when the chapter is gone. */
  readonly position: number | undefined
  readonly ordinal: number | undefined
}

/** Sources by id, each with the text of the revision it cites and its place in the order at `revision`. */
export async function findSources(
  db: ReadDb,
  { workId, revision }: { readonly workId: number; readonly revision: number },
  ids: readonly number[],
): Promise<SourceRow[]> {
  const rows = await all(
    db,
    sql<SourceRow>`
      select s.id, s.kind, s.block_id as "blockId", s.note_id as "noteId",
        coalesce(s.block_revision, s.note_revision) as revision,
        s.start_offset as start, s.end_offset as end, s.quote, s.quote_sha256 as "quoteSha256",
        s.content_sha256 as "contentSha256", coalesce(cited.text, note.text) as text,
        place.position, here.ordinal
      from unnest(${[...ids]}::bigint[]) wanted(id)
      join source s on s.work_id = ${workId} and s.id = wanted.id
      left join block_revision cited on cited.work_id = s.work_id
        and cited.block_id = s.block_id and cited.revision = s.block_revision
      left join setting_note_revision note on note.work_id = s.work_id
        and note.note_id = s.note_id and note.revision = s.note_revision
      left join block_revision here on here.work_id = s.work_id and here.block_id = s.block_id
        and ${countsAt('here', revision)}
      left join chapter_place place on place.work_id = s.work_id
        and place.chapter_id = here.chapter_id and ${countsAt('place', revision)}`,
  )
  return rows.map((row) => ({
    ...row,
    blockId: row.blockId ?? undefined,
    noteId: row.noteId ?? undefined,
    text: row.text ?? undefined,
    position: row.position ?? undefined,
    ordinal: row.ordinal ?? undefined,
  }))
}

/** The place of a source in the story, as decisions see it. */
export function toCited(row: SourceRow): Cited {
  const { id, kind, position, ordinal, start } = row
  const isText = kind === 'CANON_TEXT'
  const place =
    position === undefined || ordinal === undefined
      ? undefined
      : { position, block: ordinal, offset: start }
  return { id, place, isLost: isText && place === undefined }
}

/** The source that points to a whole vouching note. */
export async function insertVouchSource(
  tx: Tx,
  { workId }: { readonly workId: number },
  { id, noteId, text }: { readonly id: number; readonly noteId: number; readonly text: string },
): Promise<void> {
  await insertRows(tx, 'source', [
    {
      work_id: workId,
      id,
      kind: 'CONFIRMED_SETTING',
      block_id: null,
      block_revision: null,
      note_id: noteId,
      note_revision: 1,
      start_offset: 0,
      end_offset: codePointLength(text),
      quote: text,
      quote_sha256: sha256(text),
      content_sha256: sha256(text),
    },
  ])
}

/** Sources of what holds of the entities at the coordinates: facts and names in force, steps so far. */
export async function findSourceIdsAsOf(
  db: ReadDb,
  at: { readonly workId: number; readonly revision: number; readonly position: number },
  entityIds: readonly number[],
): Promise<{ entityId: number; sourceId: number }[]> {
  const { workId, revision, position } = at
  const ids = sql`${[...entityIds]}::bigint[]`
  return all(
    db,
    sql<{ entityId: number; sourceId: number }>`
      select s.entity_id as "entityId", l.source_id as "sourceId"
      from fact_span s join fact_ledger l on l.work_id = s.work_id and l.id = s.ledger_id
      where s.work_id = ${workId} and s.entity_id = any(${ids}) and s.valid_from <= ${position}
        and coalesce(s.valid_to, 9223372036854775807) > ${position} and ${countsAt('s', revision)}
      union
      select a.entity_id, a.source_id from alias a
      where a.work_id = ${workId} and a.entity_id = any(${ids}) and a.valid_from <= ${position}
        and (a.valid_until is null or a.valid_until > ${position}) and ${countsAt('a', revision)}
      union
      select e.entity_id, e.source_id from evolution_step e
      where e.work_id = ${workId} and e.entity_id = any(${ids}) and e.at_pos <= ${position}
        and ${countsAt('e', revision)}
      order by 1, 2`,
  )
}
