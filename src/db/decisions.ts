import { sql } from 'kysely'
import type { ReadDb, Tx } from './database.ts'
import type { Row } from './rows.ts'

export const decisionKinds = [
  'CONFIRM',
  'EDIT_AND_CONFIRM',
  'IGNORE',
  'TEXT_SAVE',
  'IMPORT',
  'STATUS',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

export interface NewDecision {
  readonly workId: number
  readonly kind: DecisionKind
  readonly actorId: number
  readonly note?: string | undefined
}

/** What canonical rows carry: the decision that recorded them and its revision. */
export interface Recording {
  readonly workId: number
  readonly decisionId: number
  readonly revision: number
}

/** A person's decision that writes canonical rows; the canon revision grows by one. The work is locked. */
export async function recordDecision(tx: Tx, decision: NewDecision): Promise<Recording> {
  const { workId } = decision
  const revision = await raiseCanonRevision(tx, workId)
  const decisionId = await insertDecision(tx, decision, revision)
  await tx
    .insertInto('canon_revision')
    .values({ work_id: workId, revision, derived: false, decision_id: decisionId })
    .execute()
  return { workId, decisionId, revision }
}

/** A decision that leaves the canon as it is: ignored, rejected, withdrawn. */
export async function insertDecision(
  tx: Tx,
  { workId, kind, actorId, note }: NewDecision,
  canonRevision?: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('decision')
    .values({
      work_id: workId,
      kind,
      actor_id: actorId,
      canon_revision: canonRevision ?? null,
      note: note ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A revision that only follows from earlier decisions, e.g. mentions made anew. */
export async function recordDerived(tx: Tx, workId: number, decisionId: number): Promise<number> {
  const revision = await raiseCanonRevision(tx, workId)
  await tx
    .insertInto('canon_revision')
    .values({ work_id: workId, revision, derived: true, decision_id: decisionId })
    .execute()
  return revision
}

export async function setVouchNote(tx: Tx, { workId, decisionId }: Recording, noteId: number) {
  await tx
    .updateTable('decision')
    .set({ vouch_note_id: noteId })
    .where('work_id', '=', workId)
    .where('id', '=', decisionId)
    .execute()
}

/** The first revision after `revision` that a person decided; derived ones make no decision stale. */
export async function decidedAfter(db: ReadDb, workId: number, revision: number) {
  const row = await db
    .selectFrom('canon_revision')
    .select('revision')
    .where('work_id', '=', workId)
    .where('revision', '>', revision)
    .where('derived', '=', false)
    .orderBy('revision')
    .limit(1)
    .executeTakeFirst()
  return row?.revision
}

export interface Decision {
  readonly workId: number
  readonly id: number
  readonly kind: string
  readonly actorId: number
  readonly decidedAt: Date
  readonly note: string | undefined
  readonly canonRevision: number | undefined
  readonly vouchNoteId: number | undefined
}

export async function findDecisions(db: ReadDb, workId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('decision')
    .selectAll()
    .where('work_id', '=', workId)
    .where('id', 'in', ids.length > 0 ? ids : [0])
    .execute()
  return rows.map(toDecision)
}

async function raiseCanonRevision(tx: Tx, workId: number): Promise<number> {
  const { canon_revision } = await tx
    .updateTable('work')
    .set((eb) => ({ canon_revision: eb('canon_revision', '+', 1), updated_at: sql`now()` }))
    .where('work_id', '=', workId)
    .returning('canon_revision')
    .executeTakeFirstOrThrow()
  return canon_revision
}

function toDecision(row: Row<'decision'>): Decision {
  return {
    workId: row.work_id,
    id: row.id,
    kind: row.kind,
    actorId: row.actor_id,
    decidedAt: row.decided_at,
    note: row.note ?? undefined,
    canonRevision: row.canon_revision ?? undefined,
    vouchNoteId: row.vouch_note_id ?? undefined,
  }
}
