import type { Timeline } from '../story-time.ts'
import type { Confirmation } from './confirm.ts'
import { headName } from './names.ts'
import { toPositions } from './rows.ts'

/** Everything that confirmed drafts write, table by table. */
export type CanonRows = ReturnType<typeof gatherRows>

/** Rows of several confirmations; an entity gets one new revision however many drafts changed it. */
export function gatherRows(confirmations: readonly Confirmation[], timeline: Timeline) {
  const tagged = confirmations.map((one) => ({ ...one, entityId: one.target.entityId }))
  const byEntity = [...Map.groupBy(tagged, ({ entityId }) => entityId).values()]
  return {
    revisions: byEntity.flatMap((own) => toRevision(own) ?? []),
    arcs: byEntity.flatMap((own) => toArc(own, timeline) ?? []),
    aliases: tagged.flatMap(({ entityId, aliases }) =>
      aliases.map((alias) => ({ ...alias, entityId })),
    ),
    relations: tagged.flatMap(({ entityId, ends }) => (ends ? [{ entityId, ...ends }] : [])),
    facts: tagged.flatMap(({ entityId, target, facts }) =>
      facts.map((fact) => ({ ...fact, entityId, type: target.type.name })),
    ),
    steps: tagged.flatMap(({ entityId, steps }) => steps.map((step) => ({ ...step, entityId }))),
  }
}

function toRevision(own: readonly Confirmation[]) {
  const target = own.at(-1)?.target
  if (!target) return undefined
  const { entityId, revision, tier, range, doubts, extra } = target
  return {
    entityId,
    number: revision + 1,
    tier,
    validFrom: range.from,
    validUntil: range.until,
    doubts,
    extra,
    /** Name at the head, where the drafts told one. */
    name: headName(own.flatMap(({ aliases }) => aliases)),
  }
}

/** The last arc that the drafts set. */
function toArc(own: readonly Confirmation[], timeline: Timeline) {
  const { target, arc } = own.findLast((one) => one.arc) ?? {}
  if (!target || !arc) return undefined
  return {
    entityId: target.entityId,
    endingDirection: arc.endingDirection,
    steps: arc.steps.map(({ window, ...step }) => ({
      ...step,
      window: window && toPositions(window, timeline),
    })),
  }
}
