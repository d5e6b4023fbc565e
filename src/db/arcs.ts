import { sql } from 'kysely'
import type { Phase } from '#domain/draft/proposal.ts'
import type { PositionRange } from '#domain/story-time.ts'
import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { all, insertRows } from './rows.ts'

export interface NewArc {
  readonly entityId: number
  readonly endingDirection: string | undefined
  readonly steps: readonly {
    readonly id: number
    readonly phase: Phase
    readonly description: string
    readonly window: PositionRange | undefined
  }[]
}

/** Replaces the planned arcs of the entities; what was planned before stays readable by revision. */
export async function writeArcs(tx: Tx, on: Recording, arcs: readonly NewArc[]): Promise<void> {
  if (arcs.length === 0) return
  const revisions = await supersedeArcs(tx, on, arcs)
  const numbered = arcs.map((arc) => ({ ...arc, revision: (revisions.get(arc.entityId) ?? 0) + 1 }))
  await insertRows(
    tx,
    'planned_arc',
    numbered.map(({ entityId, endingDirection, revision }) => ({
      work_id: on.workId,
      entity_id: entityId,
      revision,
      ending_direction: endingDirection ?? null,
      recorded_in: on.revision,
      decision_id: on.decisionId,
    })),
  )
  const steps = numbered.flatMap(({ entityId, revision, steps }) =>
    steps.map((step, ordinal) => ({ ...step, entityId, revision, ordinal })),
  )
  await insertRows(
    tx,
    'planned_step',
    steps.map(({ id, entityId, revision, ordinal, phase, description, window }) => ({
      work_id: on.workId,
      id,
      entity_id: entityId,
      arc_revision: revision,
      ordinal,
      phase,
      description,
      window_from: window?.from ?? null,
      window_until: window?.until ?? null,
    })),
  )
}

/** The arcs so far no longer count; their revisions, by entity. */
async function supersedeArcs(tx: Tx, on: Recording, arcs: readonly NewArc[]) {
  const ids = arcs.map(({ entityId }) => entityId)
  const rows = await tx
    .updateTable('planned_arc')
    .set({ superseded_in: on.revision })
    .where('work_id', '=', on.workId)
    .where('entity_id', 'in', ids)
    .where('superseded_in', 'is', null)
    .returning(['entity_id', 'revision'])
    .execute()
  return new Map(rows.map(({ entity_id, revision }) => [entity_id, revision]))
}

export interface PlannedArc {
  readonly entityId: number
  readonly revision: number
  readonly endingDirection: string | undefined
  readonly steps: readonly PlannedStepRow[]
}

export interface PlannedStepRow {
  readonly id: number
  readonly phase: Phase
  readonly description: string
  readonly window: PositionRange | undefined
}

type StoredStep = Omit<PlannedStepRow, 'window'> & { from: number | null; until: number | null }

/** Current planned arcs. */
export async function findArcs(db: ReadDb, workId: number, entityIds: readonly number[]) {
  const rows = await all(
    db,
    sql<Omit<PlannedArc, 'steps'> & { steps: StoredStep[] }>`
      select a.entity_id as "entityId", a.revision, a.ending_direction as "endingDirection",
        coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'phase', s.phase, 'description', s.description,
            'from', s.window_from, 'until', s.window_until) order by s.ordinal)
          from planned_step s where s.work_id = a.work_id and s.entity_id = a.entity_id
            and s.arc_revision = a.revision), '[]') as steps
      from planned_arc a
      where a.work_id = ${workId} and a.entity_id = any(${[...entityIds]}::bigint[]) and a.superseded_in is null`,
  )
  return rows.map(
    (row): PlannedArc => ({
      ...row,
      endingDirection: row.endingDirection ?? undefined,
      steps: row.steps.map(({ id, phase, description, from, until }) => ({
        id,
        phase,
        description,
        window: from === null ? undefined : { from, until: until ?? undefined },
      })),
    }),
  )
}

export interface EvolutionStep {
  readonly entityId: number
  readonly id: number
  readonly position: number
  readonly step: string
  readonly phase: Phase
  readonly sourceId: number
}

/** What happened up to a position, oldest first, as it counts at a revision. */
export async function findSteps(
  db: ReadDb,
  at: { readonly workId: number; readonly revision: number; readonly position: number },
  entityIds: readonly number[],
): Promise<EvolutionStep[]> {
  return db
    .selectFrom('evolution_step')
    .where('work_id', '=', at.workId)
    .where('entity_id', 'in', entityIds.length > 0 ? [...entityIds] : [0])
    .where('at_pos', '<=', at.position)
    .where(
      sql<boolean>`recorded_in <= ${at.revision} and (superseded_in is null or superseded_in > ${at.revision})`,
    )
    .select([
      'entity_id as entityId',
      'id',
      'at_pos as position',
      'step',
      'phase',
      'source_id as sourceId',
    ])
    .orderBy('at_pos')
    .orderBy('block')
    .orderBy('at_offset')
    .orderBy('id')
    .$castTo<EvolutionStep>()
    .execute()
}
