import type { EntityTypeName } from '../entity-types/entity-type-name.ts'
import { fieldOf } from '../entity-types/registry.ts'
import { mapRefs, type Value } from '../entity-types/value.ts'
import type { Proposal } from './proposal.ts'

export interface FoundRef<R> {
  readonly ref: R
  /** Types that may stand there; empty = any. */
  readonly types: readonly EntityTypeName[]
  readonly path: readonly string[]
}

/** Every entity that a proposal for this type refers to, with its place in the proposal. */
export function refsOf<R>(type: EntityTypeName, proposal: Proposal<R, unknown>): FoundRef<R>[] {
  if (proposal.operation === 'ADD_ALIAS') return []
  if (proposal.operation === 'REVISE') {
    return proposal.ops.flatMap(({ field, value }, index) =>
      refsOfValue(type, { field, value, path: ['ops', `${index}`, 'op'] }),
    )
  }
  const facts = Object.entries(proposal.facts).flatMap(([field, value]) =>
    refsOfValue(type, { field, value, path: ['facts', field] }),
  )
  const ends = Object.entries(proposal.ends ?? {}).map(([name, ref]) => ({
    ref,
    types: [],
    path: ['facts', name],
  }))
  return [...facts, ...ends]
}

function refsOfValue<R>(
  type: EntityTypeName,
  { field: name, value, path }: { field: string; value: Value<R> | undefined; path: string[] },
): FoundRef<R>[] {
  const field = fieldOf(type, name)
  if (!field || value === undefined) return []
  const found: FoundRef<R>[] = []
  mapRefs(field.shape, value, (ref, types) => {
    found.push({ ref, types, path })
    return 0
  })
  return found
}

/** Ids of the entities that a stored proposal refers to. */
export function refIdsOf(type: EntityTypeName, proposal: Proposal): ReadonlySet<number> {
  return new Set(refsOf(type, proposal).map(({ ref }) => ref))
}

/** A value with its references told another way. */
export function mapFieldValue<R, R2>(
  type: EntityTypeName,
  { field: name, value }: { readonly field: string; readonly value: Value<R> },
  toRef: (ref: R) => R2,
): Value<R2> {
  const field = fieldOf(type, name)
  return field ? mapRefs(field.shape, value, toRef) : (value as Value<R2>)
}
