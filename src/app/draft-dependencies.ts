import type { EntityDraft } from '#db/entity-drafts.ts'
import { refIdsOf } from '#domain/draft/references.ts'

/** Drafts of the changeset that this one refers to. */
export function dependenciesOf(
  draft: EntityDraft,
  siblings: readonly EntityDraft[],
): EntityDraft[] {
  const needed = refIdsOf(draft.type, draft.proposal)
  return siblings.filter(
    ({ id, operation, entityId }) =>
      id !== draft.id &&
      operation === 'CREATE' &&
      (needed.has(entityId) || entityId === draft.entityId),
  )
}
