import { sql } from 'kysely'
import type { Doubt, Tier } from '#domain/draft/proposal.ts'
import type { AliasRow, StepRow } from '#domain/draft/rows.ts'
import { lookupKey } from '#domain/text/fold.ts'
import type { Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { insertRows, type Row } from './rows.ts'

export type NewEntity = Pick<Row<'entity'>, 'id' | 'type' | 'key' | 'name'>

/** Reserves ids and keys; the entities exist with status DRAFT. */
export async function insertEntities(tx: Tx, workId: number, entities: readonly NewEntity[]) {
  const rows = entities.map((entity) => ({ work_id: workId, status: 'DRAFT', ...entity }))
  await insertRows(
    tx,
    'entity',
    rows.map((row) => ({ ...row, created_at: new Date(), updated_at: new Date() })),
  )
}

/** What a decision makes of one entity. */
export interface EntityWrite {
  readonly entityId: number
  readonly number: number
  readonly tier: Tier
  readonly validFrom: number
  readonly validUntil: number | undefined
  readonly doubts: readonly Doubt[]
  readonly extra: unknown
  readonly name: string | undefined
}

/** A new revision of each entity; the one before no longer counts. */
export async function writeEntityRevisions(tx: Tx, on: Recording, writes: readonly EntityWrite[]) {
  const ids = writes.map(({ entityId }) => entityId)
  await tx
    .updateTable('entity_revision')
    .set({ superseded_in: on.revision })
    .where('work_id', '=', on.workId)
    .where('entity_id', 'in', ids)
    .where('superseded_in', 'is', null)
    .execute()
  await sql`
    update entity e set status = 'CANONICAL', decision_id = coalesce(e.decision_id, ${on.decisionId}),
      name = coalesce(w.name, e.name), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) w("entityId" bigint, name text)
    where e.work_id = ${on.workId} and e.id = w."entityId"`.execute(tx)
  await insertRows(
    tx,
    'entity_revision',
    writes.map((write) => ({
      work_id: on.workId,
      entity_id: write.entityId,
      number: write.number,
      tier: write.tier,
      valid_from: write.validFrom,
      valid_until: write.validUntil ?? null,
      doubts: write.doubts,
      extra: write.extra ?? null,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export type NewAlias = AliasRow & { readonly entityId: number }

export async function insertAliases(tx: Tx, on: Recording, aliases: readonly NewAlias[]) {
  await insertRows(
    tx,
    'alias',
    aliases.map((alias) => ({
      work_id: on.workId,
      id: alias.id,
      entity_id: alias.entityId,
      text: alias.text,
      lookup_key: lookupKey(alias.text),
      kind: alias.kind,
      context: alias.context ?? null,
      is_primary: alias.isPrimary,
      valid_from: alias.range.from,
      valid_until: alias.range.until ?? null,
      source_id: alias.sourceId,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export async function insertSteps(
  tx: Tx,
  on: Recording,
  steps: readonly (StepRow & { readonly entityId: number })[],
) {
  await insertRows(
    tx,
    'evolution_step',
    steps.map(({ id, entityId, at, step, phase, sourceId }) => ({
      work_id: on.workId,
      id,
      entity_id: entityId,
      at_pos: at.position,
      block: at.block,
      at_offset: at.offset,
      step,
      phase,
      source_id: sourceId,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}

export interface NewRelation {
  readonly entityId: number
  readonly source: number
  readonly target: number
}

export async function insertRelations(tx: Tx, on: Recording, relations: readonly NewRelation[]) {
  await insertRows(
    tx,
    'relation',
    relations.map(({ entityId, source, target }) => ({
      work_id: on.workId,
      entity_id: entityId,
      source_entity_id: source,
      target_entity_id: target,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
}
