import { writeArcs } from '#db/arcs.ts'
import type { Tx } from '#db/database.ts'
import type { Recording } from '#db/decisions.ts'
import { insertAliases, insertRelations, insertSteps, writeEntityRevisions } from '#db/entities.ts'
import { recordFacts } from '#db/facts.ts'
import type { Confirmation } from '#domain/draft/confirm.ts'
import { headName } from '#domain/draft/names.ts'
import { toPositions } from '#domain/draft/rows.ts'
import type { Timeline } from '#domain/story-time.ts'
import { lookupKey } from '#domain/text/fold.ts'

/**
 * Writes what a decision confirmed: one new revision an entity, its names, facts, steps, arc and ends.
 * Returns the lookup keys of the names it confirmed.
 */
export async function writeConfirmations(
  tx: Tx,
  on: Recording,
  { confirmations, timeline }: { readonly confirmations: readonly Confirmation[]; readonly timeline: Timeline },
): Promise<string[]> {
  const tagged = confirmations.map((one) => ({ ...one, entityId: one.target.entityId }))
  const byEntity = [...Map.groupBy(tagged, ({ entityId }) => entityId).values()]
  const aliases = tagged.flatMap(({ entityId, aliases: own }) => own.map((alias) => ({ ...alias, entityId })))
  await writeEntityRevisions(
    tx,
    on,
    byEntity.flatMap((own) => {
      const last = own.at(-1)?.target
      return last ? [toRevision(last, own.flatMap((one) => one.aliases))] : []
    }),
  )
  await insertAliases(tx, on, aliases)
  await insertRelations(
    tx,
    on,
    tagged.flatMap(({ entityId, ends }) => (ends ? [{ entityId, ...ends }] : [])),
  )
  await recordFacts(
    tx,
    on,
    tagged.flatMap(({ entityId, target, facts }) =>
      facts.map((fact) => ({ ...fact, entityId, type: target.type.name })),
    ),
  )
  await insertSteps(tx, on, tagged.flatMap(({ entityId, steps }) => steps.map((step) => ({ ...step, entityId }))))
  await writeArcs(
    tx,
    on,
    byEntity.flatMap((own) => {
      const { entityId, arc } = own.findLast((one) => one.arc) ?? {}
      if (entityId === undefined || !arc) return []
      const steps = arc.steps.map(({ window, ...step }) => ({
        ...step,
        window: window && toPositions(window, timeline),
      }))
      return [{ entityId, endingDirection: arc.endingDirection, steps }]
    }),
  )
  return aliases.map(({ text }) => lookupKey(text))
}

function toRevision(target: Confirmation['target'], aliases: Confirmation['aliases']) {
  const { entityId, revision, tier, range, doubts, extra } = target
  return {
    entityId,
    number: revision + 1,
    tier,
    validFrom: range.from,
    validUntil: range.until,
    doubts,
    extra,
    name: headName(aliases),
  }
}
