import { findTakenKeys } from '#db/entities.ts'
import type { EntityDraft } from '#db/entity-drafts.ts'
import { insertEntities } from '#db/entity-writes.ts'
import { idSequence, nextIds } from '#db/rows.ts'
import type { DraftInput } from '#domain/draft/input.ts'
import { freeKey, suggestedKey } from '#domain/draft/keys.ts'
import { entityTypes, keyPrefixOf } from '#domain/entity-types/registry.ts'
import { Refusal } from '#domain/errors.ts'
import { entityKey } from '#domain/text/entity-key.ts'
import type { On } from './command.ts'
import type { Prepared } from './prepare-proposals.ts'

/** Drafts of one call, and the pending ones that they replace, by index. */
export interface Submission {
  readonly drafts: readonly DraftInput[]
  readonly replaced: ReadonlyMap<number, EntityDraft>
}

/** Ids for what creates; a new version of a pending CREATE keeps the entity it reserved. */
export async function reserveIds({ tx }: On, { drafts, replaced }: Submission) {
  const isNew = drafts.map(
    ({ change }, index) => Boolean(change.create) && replaced.get(index)?.operation !== 'CREATE',
  )
  const ids = (await nextIds(tx, idSequence('entity'), isNew.filter(Boolean).length)).values()
  return drafts.map(({ change }, index) => {
    if (!change.create) return undefined
    return isNew[index] ? ids.next().value : replaced.get(index)?.entityId
  })
}

interface Reservation extends Submission {
  readonly prepared: readonly (Prepared | Refusal)[]
}

/** The entities of creating drafts, with keys that are free over all types of the work. */
export async function reserveEntities(
  { tx, work }: On,
  { drafts, prepared, replaced }: Reservation,
) {
  const creating = prepared.flatMap((one, index) => {
    const input = drafts[index]?.change.create
    const isNew = replaced.get(index)?.operation !== 'CREATE'
    return one instanceof Refusal || !input || !isNew ? [] : [{ ...one, input }]
  })
  const wanted = creating.map(({ entityId, type, input }) => {
    const spec = entityTypes[type]
    const prefix = keyPrefixOf(spec, input.facts)
    const plain = entityKey(input.name, {
      prefix,
      isPerson: spec.isPerson ?? false,
      taken: () => false,
    })
    return {
      id: entityId,
      type,
      name: input.name.normalize('NFC').trim(),
      base: suggestedKey(input.key ?? undefined, plain),
    }
  })
  const taken = await findTakenKeys(
    tx,
    work.id,
    wanted.map(({ base }) => base),
  )
  const entities = wanted.map(({ base, ...entity }) => {
    const key = freeKey(base, taken)
    taken.add(key)
    return { ...entity, key }
  })
  await insertEntities(tx, work.id, entities)
}
