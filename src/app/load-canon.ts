import { findArcs, findSteps } from '#db/arcs.ts'
import type { ReadDb } from '#db/database.ts'
import { findEntities } from '#db/entities.ts'
import { findFieldsPresent } from '#db/fact-reads.ts'
import { findSources, toCited } from '#db/sources.ts'
import type { Work } from '#db/works.ts'
import type { Canon } from '#domain/draft/decide.ts'
import { type Cited, unproven } from '#domain/draft/evidence.ts'
import { type Proposal, sourcesOf } from '#domain/draft/proposal.ts'
import { refIdsOf } from '#domain/draft/references.ts'
import { newTarget, type Target } from '#domain/draft/target.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'

export interface Proposed {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly proposal: Proposal
}

export interface Reading {
  readonly db: ReadDb
  readonly work: Work
  readonly now: Date
}

/** The part of the canon that deciding these proposals needs, in a constant number of statements. */
export async function loadCanon(
  { db, work, now }: Reading,
  proposals: readonly Proposed[],
): Promise<Canon> {
  const targets = proposals.map(({ entityId }) => entityId)
  const referred = proposals.flatMap(({ type, proposal }) => [...refIdsOf(type, proposal)])
  const entities = await findEntities(db, work.id, [...new Set([...targets, ...referred])])
  const known = new Map(entities.map((entity) => [entity.id, entity]))
  const arcs = new Map((await findArcs(db, work.id, targets)).map((arc) => [arc.entityId, arc]))
  const now_ = { workId: work.id, revision: work.canonRevision, position: Number.MAX_SAFE_INTEGER }
  const steps = Map.groupBy(await findSteps(db, now_, targets), ({ entityId }) => entityId)
  const fields = Map.groupBy(
    await findFieldsPresent(db, work.id, targets),
    ({ entityId }) => entityId,
  )
  return {
    canonRevision: work.canonRevision,
    now,
    isCanonical: (id) => known.get(id)?.status === 'CANONICAL',
    nameOf: (id) => known.get(id)?.name ?? `entity ${id}`,
    targetOf: (id): Target => {
      const entity = known.get(id)
      if (!entity) throw new Error(`Entity ${id} was not loaded.`)
      const blank = newTarget(id, entityTypes[entity.type])
      if (entity.revision === 0) return blank
      const arc = arcs.get(id)
      const present = fields.get(id) ?? []
      return {
        ...blank,
        revision: entity.revision,
        tier: entity.tier,
        range: { from: entity.validFrom, until: entity.validUntil },
        doubts: entity.doubts,
        extra: entity.extra,
        arc: {
          happened: steps.get(id) ?? [],
          planned: arc?.steps ?? [],
          endingDirection: arc?.endingDirection,
        },
        fields: new Set(present.map(({ field }) => field)),
        facts: Object.fromEntries(present.map(({ field, value }) => [field, value])),
      }
    },
  }
}

/** Whatever the proposals cite, with its place in the order of the story now. */
export async function loadCited(
  { db, work }: Reading,
  proposals: readonly Proposal[],
): Promise<(sourceId: number) => Cited> {
  const ids = [...new Set(proposals.flatMap((proposal) => sourcesOf(proposal)))]
  const rows = await findSources(db, { workId: work.id, revision: work.canonRevision }, ids)
  const cited = new Map(rows.map((row) => [row.id, toCited(row)]))
  return (id) => cited.get(id) ?? { id: unproven, place: undefined, isLost: true }
}
