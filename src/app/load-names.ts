import { type Entity, findEntities, findEntitiesByAlias, findEntitiesByKey } from '#db/entities.ts'
import type { ChangeInput } from '#domain/draft/input.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { RefInput } from '#domain/entity-types/value.ts'
import { AmbiguousAliasError, NotFoundError, type Refusal } from '#domain/errors.ts'
import { lookupKey } from '#domain/text/fold.ts'
import type { On } from './command.ts'

/** Whom a reference means. */
export interface Named {
  readonly id: number
  readonly type: EntityTypeName
}

/** How the changes of one call may name entities. */
export interface Names {
  readonly resolve: (ref: RefInput) => Named | Refusal
}

/** A change that others of the call can refer to by its label. */
export interface Labelled {
  readonly change: ChangeInput
  readonly label?: string | undefined
  /** Reserved for what creates. */
  readonly entityId?: number | undefined
}

/** Looks up everybody whom the changes name, in three statements. */
export async function loadNames({ tx, work }: On, changes: readonly Labelled[]): Promise<Names> {
  const refs = changes.flatMap(({ change }) => refsDeep(change))
  const ids = refs.flatMap(({ id }) => id ?? [])
  const keys = refs.flatMap(({ key }) => key ?? [])
  const aliases = refs.flatMap(({ alias }) => (alias ? [lookupKey(alias.text)] : []))
  const byId = new Map((await findEntities(tx, work.id, ids)).map((one) => [one.id, one]))
  const byKey = new Map((await findEntitiesByKey(tx, work.id, keys)).map((one) => [one.key, one]))
  const owners = await findEntitiesByAlias(tx, work.id, aliases)
  const labels = labelsOf(changes)
  return {
    resolve: ({ id, key, alias, label }) => {
      if (label !== undefined)
        return labels.get(label) ?? new NotFoundError(`draft labelled ${label}`)
      if (id !== undefined) return known(byId.get(id), `entity ${id}`)
      if (key !== undefined) return known(byKey.get(key), `entity with the key ${key}`)
      return alias
        ? resolveAlias(alias, { owners, workId: work.id })
        : new NotFoundError('entity that is named by nothing')
    },
  }
}

function known(entity: Entity | undefined, ref: string): Named | Refusal {
  return entity ?? new NotFoundError(ref)
}

function labelsOf(changes: readonly Labelled[]): ReadonlyMap<string, Named> {
  return new Map(
    changes.flatMap(({ label, entityId, change }) =>
      label !== undefined && entityId !== undefined && change.create
        ? [[label, { id: entityId, type: change.create.type }] as const]
        : [],
    ),
  )
}

interface Owners {
  readonly owners: Awaited<ReturnType<typeof findEntitiesByAlias>>
  readonly workId: number
}

/** A name of exactly one entity; several are refused, never a first hit. */
function resolveAlias(
  { text, type }: NonNullable<RefInput['alias']>,
  { owners, workId }: Owners,
): Named | Refusal {
  const key = lookupKey(text)
  const named = owners.filter((one) => one.lookupKey === key && (type ?? one.type) === one.type)
  const entityIds = named.map(({ entityId }) => entityId)
  const [only] = named
  if (named.length > 1) return new AmbiguousAliasError(text, { workId, entityIds })
  return only ? { id: only.entityId, type: only.type } : new NotFoundError(`entity named ${text}`)
}

/** Labels of sibling drafts that a change refers to. */
export function labelsIn({ create, revise, addAlias }: ChangeInput): string[] {
  const named = [create?.facts, revise?.ops, revise?.target, addAlias?.target]
  return refsDeep(named).flatMap(({ label }) => label ?? [])
}

/** Everything in an input that has the form of a reference; resolving decides which of it is one. */
function refsDeep(value: unknown): RefInput[] {
  if (Array.isArray(value)) return value.flatMap(refsDeep)
  if (value === null || typeof value !== 'object') return []
  const { id, key, alias, label } = value as Record<string, unknown>
  const own: RefInput[] = [
    ...(typeof label === 'string' ? [{ label }] : []),
    ...(typeof id === 'number' ? [{ id }] : []),
    ...(typeof key === 'string' ? [{ key }] : []),
    ...(isAliasRef(alias) ? [{ alias }] : []),
  ]
  return [...own, ...Object.values(value).flatMap(refsDeep)]
}

function isAliasRef(value: unknown): value is NonNullable<RefInput['alias']> {
  return typeof (value as { text?: unknown } | null)?.text === 'string'
}
