import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { canonicalJson } from '#domain/canonical-json.ts'
import type { ReadDb, Tx } from './database.ts'
import { type Page, pageOf } from './page.ts'
import { insertRows, type Row } from './rows.ts'

export interface NewAuditEntry {
  readonly action: string
  readonly subjectType: string
  readonly subjectId?: number | undefined
  readonly reason?: string | undefined
  readonly canonRevision?: number | undefined
  readonly before?: unknown
  readonly after?: unknown
  readonly detail?: unknown
}

export interface Auditing {
  readonly workId: number
  readonly actorId: number
  readonly requestId: string
  readonly now: Date
}

/** Appends to the hash chain of the work: each entry covers the one before it. The work is locked. */
export async function appendAudit(
  tx: Tx,
  by: Auditing,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const last = await tx
    .selectFrom('audit_entry')
    .select(['sequence', 'entry_sha256'])
    .where('work_id', '=', by.workId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  let previous = last?.entry_sha256 ?? ''
  const rows = entries.map((entry, index) => {
    const row = {
      work_id: by.workId,
      sequence: (last?.sequence ?? 0) + index + 1,
      at: by.now,
      actor_id: by.actorId,
      action: entry.action,
      reason: entry.reason ?? null,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId ?? null,
      request_id: by.requestId,
      canon_revision: entry.canonRevision ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
      detail: entry.detail ?? null,
      previous_sha256: previous,
    }
    previous = auditHash(row)
    return { ...row, entry_sha256: previous }
  })
  await insertRows(tx, 'audit_entry', rows)
}

/** SHA-256 over the canonical form of an entry; the hash of the one before it is part of that. */
export function auditHash(row: Omit<Row<'audit_entry'>, 'entry_sha256'>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...row }))
    .digest('hex')
}

export async function findAuditChain(db: ReadDb, workId: number) {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('work_id', '=', workId)
    .orderBy('sequence')
    .execute()
}

export interface AuditFilter {
  readonly actions?: readonly string[] | undefined
}

/** Entries in the order of the chain. */
export async function listAudit(
  db: ReadDb,
  workId: number,
  { filter, page }: { readonly filter: AuditFilter; readonly page: Page },
): Promise<Row<'audit_entry'>[]> {
  const { where, order, limit } = pageOf(sql`sequence`, page)
  const { actions } = filter
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('work_id', '=', workId)
    .where(actions ? sql<boolean>`action = any(${[...actions]}::text[])` : sql<boolean>`true`)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .execute()
}
