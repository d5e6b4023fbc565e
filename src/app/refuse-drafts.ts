import { findEntities } from '#db/entities.ts'
import type { DraftInput } from '#domain/draft/input.ts'
import {
  DependencyFailedError,
  InvalidTransitionError,
  invalidInput,
  NotFoundError,
  Refusal,
} from '#domain/errors.ts'
import type { On } from './command.ts'
import { labelsIn } from './load-names.ts'
import type { Prepared } from './prepare-proposals.ts'
import type { Submission } from './reserve-entities.ts'

/** Refuses what refers to a refused item, replaces what is not pending, or is based on a revision that never was. */
export async function refuseUnsound(
  { tx, work }: On,
  prepared: readonly (Prepared | Refusal)[],
  { drafts, replaced }: Submission,
): Promise<(Prepared | Refusal)[]> {
  const targets = prepared.flatMap((one) => (one instanceof Refusal ? [] : [one.entityId]))
  const revisions = new Map(
    (await findEntities(tx, work.id, targets)).map(({ id, revision }) => [id, revision]),
  )
  const checked = prepared.map((one, index) => {
    if (one instanceof Refusal) return one
    const { replacesDraftId } = drafts[index] ?? {}
    const old = replaced.get(index)
    if (replacesDraftId != null && !old)
      return new NotFoundError(`draft ${replacesDraftId}`, ['replacesDraftId'])
    if (old && old.status !== 'PENDING') {
      return new InvalidTransitionError(
        'The draft',
        { from: old.status, to: 'SUPERSEDED', allowed: [] },
        ['replacesDraftId'],
      )
    }
    if (old && old.operation === 'CREATE' && old.type !== one.type) {
      return invalidInput(['type'], 'TYPE_FIXED', `The replaced draft is a ${old.type}.`)
    }
    const current = revisions.get(one.entityId) ?? 0
    return one.baseRevision > current
      ? invalidInput(
          ['baseRevision'],
          'REVISION',
          `The entity is at revision ${current}, not ${one.baseRevision}.`,
        )
      : one
  })
  return failDependents(checked, drafts)
}

function failDependents(prepared: readonly (Prepared | Refusal)[], drafts: readonly DraftInput[]) {
  const indexOfLabel = new Map(drafts.map(({ label }, index) => [label, index]))
  const labels = drafts.map(({ change }) => labelsIn(change))
  let current = [...prepared]
  for (let changed = true; changed; ) {
    changed = false
    current = current.map((one, index) => {
      if (one instanceof Refusal) return one
      const failed = labels[index]
        ?.map((label) => indexOfLabel.get(label))
        .find((at) => at !== undefined && at !== index && current[at] instanceof Refusal)
      if (failed === undefined) return one
      changed = true
      return new DependencyFailedError(failed, ['drafts', `${index}`])
    })
  }
  return current
}
