import type { DraftOperation, DraftOrigin, DraftStatus, Proposal } from '#domain/draft/proposal.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { ReadDb, Tx } from './database.ts'
import { idSequence, insertRows, nextIds } from './rows.ts'

/** A proposed change of the canon. */
export interface EntityDraft {
  readonly workId: number
  readonly id: number
  readonly changesetId: number
  readonly label: string | undefined
  /** The target; for CREATE the reserved entity. */
  readonly entityId: number
  readonly type: EntityTypeName
  readonly operation: DraftOperation
  readonly status: DraftStatus
  /** Optimistic lock. */
  readonly version: number
  /** Revision of the target that the draft was made from; 0 = no part of the canon yet. */
  readonly baseRevision: number
  readonly proposal: Proposal
  /** What the person confirmed where it differs; the proposer's text is kept. */
  readonly confirmedProposal: Proposal | undefined
  readonly reason: string | undefined
  readonly confidence: number | undefined
  readonly provenance: unknown
  readonly replacedBy: number | undefined
  readonly decisionId: number | undefined
  readonly origin: DraftOrigin
  readonly submittedBy: number
  readonly submittedAt: Date
}

export function selectDrafts(db: ReadDb, workId: number) {
  return db
    .selectFrom('entity_draft as draft')
    .innerJoin('changeset', (on) =>
      on
        .onRef('changeset.work_id', '=', 'draft.work_id')
        .onRef('changeset.id', '=', 'draft.changeset_id'),
    )
    .innerJoin('entity', (on) =>
      on.onRef('entity.work_id', '=', 'draft.work_id').onRef('entity.id', '=', 'draft.entity_id'),
    )
    .where('draft.work_id', '=', workId)
    .selectAll('draft')
    .select(['entity.type', 'changeset.origin'])
    .select(['changeset.submitted_by', 'changeset.submitted_at'])
}

type SelectedDraft = Awaited<ReturnType<ReturnType<typeof selectDrafts>['executeTakeFirstOrThrow']>>

export function toDraft(row: SelectedDraft): EntityDraft {
  return {
    workId: row.work_id,
    id: row.id,
    changesetId: row.changeset_id,
    label: row.label ?? undefined,
    entityId: row.entity_id,
    type: row.type as EntityTypeName,
    operation: row.operation as DraftOperation,
    status: row.status as DraftStatus,
    version: row.version,
    baseRevision: row.base_revision ?? 0,
    proposal: row.proposal as Proposal,
    confirmedProposal: (row.confirmed_proposal ?? undefined) as Proposal | undefined,
    reason: row.reason ?? undefined,
    confidence: row.confidence ?? undefined,
    provenance: row.provenance ?? undefined,
    replacedBy: row.replaced_by ?? undefined,
    decisionId: row.decision_id ?? undefined,
    origin: row.origin as DraftOrigin,
    submittedBy: row.submitted_by,
    submittedAt: row.submitted_at,
  }
}

export async function findDrafts(db: ReadDb, workId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await selectDrafts(db, workId)
    .where('draft.id', 'in', [...ids])
    .execute()
  return rows.map(toDraft)
}

export interface NewDraft {
  readonly label: string | undefined
  readonly entityId: number
  readonly operation: DraftOperation
  readonly baseRevision: number
  readonly proposal: Proposal
  readonly reason: string | undefined
  readonly confidence: number | undefined
  readonly provenance: unknown
}

export interface NewChangeset {
  readonly workId: number
  readonly origin: DraftOrigin
  readonly submittedBy: number
}

export async function insertChangeset(tx: Tx, { workId, origin, submittedBy }: NewChangeset) {
  const { id } = await tx
    .insertInto('changeset')
    .values({ work_id: workId, origin, submitted_by: submittedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Drafts submitted together; their ids in the order given. */
export async function insertDrafts(
  tx: Tx,
  { workId, changesetId }: { readonly workId: number; readonly changesetId: number },
  drafts: readonly NewDraft[],
): Promise<number[]> {
  const ids = await nextIds(tx, idSequence('entity_draft'), drafts.length)
  await insertRows(
    tx,
    'entity_draft',
    drafts.map((draft, index) => ({
      work_id: workId,
      id: ids[index] ?? 0,
      changeset_id: changesetId,
      label: draft.label ?? null,
      entity_id: draft.entityId,
      operation: draft.operation,
      status: 'PENDING',
      version: 1,
      base_revision: draft.baseRevision,
      proposal: draft.proposal,
      reason: draft.reason ?? null,
      confidence: draft.confidence ?? null,
      provenance: draft.provenance ?? null,
    })),
  )
  return ids
}

export interface DraftOutcome {
  readonly workId: number
  readonly status: Exclude<DraftStatus, 'PENDING'>
  readonly decisionId?: number | undefined
  readonly replacedBy?: number | undefined
}

/** Ends pending drafts; their version grows so that a late decision on them conflicts. */
export async function endDrafts(
  tx: Tx,
  ids: readonly number[],
  outcome: DraftOutcome,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('entity_draft')
    .set((eb) => ({
      status: outcome.status,
      version: eb('version', '+', 1),
      decision_id: outcome.decisionId ?? null,
      replaced_by: outcome.replacedBy ?? null,
    }))
    .where('work_id', '=', outcome.workId)
    .where('id', 'in', [...ids])
    .execute()
}

export async function keepConfirmedProposal(
  tx: Tx,
  { workId, id }: { readonly workId: number; readonly id: number },
  proposal: Proposal,
): Promise<void> {
  await tx
    .updateTable('entity_draft')
    .set({ confirmed_proposal: JSON.stringify(proposal) })
    .where('work_id', '=', workId)
    .where('id', '=', id)
    .execute()
}
