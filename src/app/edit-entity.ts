import { findDrafts } from '#db/entity-drafts.ts'
import type { ChangeInput } from '#domain/draft/input.ts'
import { BulkFailedError } from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import { type On, requirePerson } from './command.ts'
import { decideDrafts } from './decide-drafts.ts'
import { submitDrafts } from './submit-drafts.ts'

export interface EditEntity {
  readonly change: ChangeInput
  readonly timeline: Timeline
  readonly note?: string | null | undefined
  readonly vouch?: string | null | undefined
}

export interface Edited {
  readonly draftId: number
  readonly entityId: number
  readonly canonRevision: number
  readonly decisionId: number
}

/** Submit and confirm in one call, for a person; the same door, the same gates, draft and decision kept. */
export async function editEntity(
  on: On,
  { change, timeline, note, vouch }: EditEntity,
): Promise<Edited> {
  requirePerson(on.caller)
  return unwrapped(async () => {
    const submitted = await submitDrafts(on, {
      origin: 'AUTHOR',
      drafts: [{ change }],
      policy: 'ATOMIC',
      timeline,
    })
    const draftId = submitted.items[0]?.draftId ?? 0
    const [draft] = await findDrafts(on.tx, on.work.id, [draftId])
    const decided = await decideDrafts(on, {
      items: [
        {
          draftId,
          expectedVersion: 1,
          expectedTargetRevision: draft?.baseRevision,
          decision: { confirm: { note: note ?? null, vouch: vouch ?? null } },
        },
      ],
      policy: 'ATOMIC',
    })
    return {
      draftId,
      entityId: draft?.entityId ?? 0,
      canonRevision: decided.canonRevision,
      decisionId: decided.decisionId ?? 0,
    }
  })
}

/** A bulk call of one item fails with the item's own refusal. */
export async function unwrapped<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const only = error instanceof BulkFailedError ? error.items[0]?.errors[0] : undefined
    throw only ?? error
  }
}
