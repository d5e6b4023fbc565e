/** Somebody who has the asked name. */
export interface Owner {
  readonly entityId: number
  readonly matchedBy: 'KEY' | 'NAME' | 'ALIAS'
  /** Mentioned in the chapter under a name that is only theirs. */
  readonly isPresent: boolean
  readonly isRetired: boolean
}

export interface Option {
  readonly entityId: number
  /** 0..1, best first. */
  readonly score: number
  readonly reasons: readonly string[]
}

/** Who a name means. Several owners are an answer of their own, never a first hit. */
export type Resolution =
  | {
      readonly kind: 'resolved'
      readonly entityId: number
      readonly matchedBy: Owner['matchedBy']
      readonly reasons: readonly string[]
    }
  | { readonly kind: 'ambiguous'; readonly options: readonly Option[] }
  | { readonly kind: 'unknown'; readonly nearest: readonly Option[] }

/** Decides by ownership and, where several own the name, by presence in the chapter; tier never decides. */
export function resolveName(
  owners: readonly Owner[],
  nearest: readonly Option[],
  typeGiven: boolean,
): Resolution {
  const living = owners.filter(({ isRetired }) => !isRetired)
  const present = living.filter(({ isPresent }) => isPresent)
  const reasons = typeGiven ? ['type given'] : []
  const [only] = living
  if (only && living.length === 1) return resolved(only, [...reasons, 'only owner'])
  const [there] = present
  if (there && present.length === 1) return resolved(there, [...reasons, 'present in chapter'])
  if (living.length > 1) return { kind: 'ambiguous', options: rank(owners) }
  return { kind: 'unknown', nearest: [...nearest, ...rank(owners)] }
}

function resolved({ entityId, matchedBy }: Owner, reasons: readonly string[]): Resolution {
  return { kind: 'resolved', entityId, matchedBy, reasons }
}

/** Present owners first, retired ones last; equal ones in the order in which they came into the canon. */
function rank(owners: readonly Owner[]): Option[] {
  return owners
    .map(({ entityId, isPresent, isRetired }) => ({
      entityId,
      score: isRetired ? 0.1 : isPresent ? 0.9 : 0.5,
      reasons: [
        'alias in force',
        ...(isPresent ? ['present in chapter'] : []),
        ...(isRetired ? ['retired'] : []),
      ],
    }))
    .sort((a, b) => b.score - a.score || a.entityId - b.entityId)
}
