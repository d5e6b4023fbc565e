import { NotFoundError } from '#domain/errors.ts'

/** A row of one work: `Character_1_42` names entity 42 of work 1. */
export interface LocalId {
  readonly workId: number
  readonly id: number
}

export function encodeId(typeName: string, local: string): string {
  return `${typeName}_${local}`
}

export function decodeId(globalId: string): { typename: string; id: string } {
  const [typename = '', ...rest] = globalId.split('_')
  return { typename, id: rest.join('_') }
}

/** The part of a global id behind the type name. */
export function localOf({ workId, id }: LocalId): string {
  return `${workId}_${id}`
}

export function globalId(typeName: string, row: LocalId): string {
  return encodeId(typeName, localOf(row))
}

export function parseLocal(local: string): LocalId | undefined {
  const [, work, id] = /^(\d{1,15})_(\d{1,15})$/.exec(local) ?? []
  return work && id ? { workId: Number(work), id: Number(id) } : undefined
}

/** The row that an id of one of these types names. Throws `NotFoundError` for another type or a malformed id. */
export function rowId(
  globalIdGiven: string,
  types: readonly string[],
  path: readonly string[],
): LocalId {
  const { typename, id } = decodeId(globalIdGiven)
  const row = types.includes(typename) ? parseLocal(id) : undefined
  if (!row) throw new NotFoundError(`${types.join(' or ')} with the id ${globalIdGiven}`, path)
  return row
}

/** Works have one number. */
export function workIdOf(globalIdGiven: string, path: readonly string[]): number {
  const { typename, id } = decodeId(globalIdGiven)
  if (typename !== 'Work' || !/^\d{1,15}$/.test(id))
    throw new NotFoundError(`work with the id ${globalIdGiven}`, path)
  return Number(id)
}
