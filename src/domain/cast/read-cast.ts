import type { ImportAnomaly, ImportCount, ImportReject } from '../import-report.ts'
import { lookupKey } from '../text/fold.ts'
import { isRefusedAlias } from '../text/refused-aliases.ts'
import type { CastEntity, CastList, CastRelation, RelationDirection } from './cast-list.ts'
import { type CastType, castTypeOf, castTypeWords } from './cast-types.ts'

/** An entry that can become a draft. `row` is its place in the list. */
export interface CastEntry extends CastType {
  readonly row: number
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly gender: string | undefined
  readonly description: string | undefined
  /** What the format does not know, kept as it stood. */
  readonly extra: Readonly<Record<string, unknown>> | undefined
}

export interface CastLink {
  readonly row: number
  /** `source` is the `kind` of `target`. */
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly directed: boolean
}

export interface CastReading {
  readonly entries: readonly CastEntry[]
  readonly links: readonly CastLink[]
  readonly anomalies: readonly ImportAnomaly[]
  readonly counts: readonly ImportCount[]
  readonly rejects: readonly ImportReject[]
}

/** Sorts a list into what can become drafts and what is reported: counts in = counts out + rejects. */
export function readCast(list: CastList, direction: RelationDirection): CastReading {
  const entities = readEntities(list.entities)
  const links = readLinks(list.relations, {
    direction,
    ids: new Set(entities.entries.map(({ id }) => id)),
  })
  const given = list.entities.reduce((sum, { aliases }) => sum + aliases.length, 0)
  const kept = entities.entries.reduce((sum, { aliases }) => sum + aliases.length, 0)
  return {
    entries: entities.entries,
    links: links.links,
    anomalies: sharedNames(entities.entries),
    counts: [
      count('entities', list.entities.length, entities.entries.length),
      count('aliases', given, kept),
      count('relations', list.relations.length, links.links.length),
    ],
    rejects: [...entities.rejects, ...links.rejects],
  }
}

function count(unit: string, given: number, out: number): ImportCount {
  return { unit, in: given, out, rejected: given - out }
}

function readEntities(entities: readonly CastEntity[]) {
  const entries: CastEntry[] = []
  const rejects: ImportReject[] = []
  const ids = new Set<string>()
  for (const [row, entity] of entities.entries()) {
    const type = castTypeOf(entity.type)
    const refusal = refuseEntity(entity, type, ids)
    if (refusal || !type) {
      rejects.push({
        line: row + 1,
        content: JSON.stringify(entity),
        ...(refusal ?? unknownType(entity)),
      })
      rejects.push(
        ...entity.aliases.map((alias) =>
          reject(row, alias, { code: 'ENTRY_REFUSED', message: 'Its entry is left out.' }),
        ),
      )
      continue
    }
    ids.add(entity.id)
    const names = readAliases(entity, row)
    rejects.push(...names.rejects)
    entries.push(toEntry(entity, { ...type, row, aliases: names.aliases }))
  }
  return { entries, rejects }
}

function refuseEntity(entity: CastEntity, type: CastType | undefined, ids: ReadonlySet<string>) {
  if (!type) return unknownType(entity)
  if (ids.has(entity.id))
    return { code: 'ENTITY_DOUBLE', message: `The id ${entity.id} stands twice.` }
  return lookupKey(entity.name) === ''
    ? { code: 'NAME_EMPTY', message: 'It has no name.' }
    : undefined
}

function unknownType({ type }: CastEntity) {
  return {
    code: 'TYPE_UNKNOWN',
    message: `${type} is no type; known are ${castTypeWords.join(', ')}.`,
  }
}

function toEntry(
  entity: CastEntity,
  rest: CastType & { row: number; aliases: string[] },
): CastEntry {
  const { id, name, type: _type, aliases: _aliases, gender, description, ...extra } = entity
  return {
    ...rest,
    id,
    name,
    gender,
    description,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  }
}

function readAliases({ name, aliases }: CastEntity, row: number) {
  const kept: string[] = []
  const rejects: ImportReject[] = []
  for (const alias of aliases) {
    const text = alias.normalize('NFC').trim()
    if (lookupKey(text) === '')
      rejects.push(reject(row, alias, { code: 'ALIAS_EMPTY', message: 'It is empty.' }))
    else if (text === name || kept.includes(text))
      rejects.push(
        reject(row, alias, { code: 'ALIAS_REPEATED', message: `${name} has it already.` }),
      )
    else if (isRefusedAlias(text))
      rejects.push(
        reject(row, alias, {
          code: 'ALIAS_REFUSED',
          message: `It could be anybody; ${name} is kept without it.`,
        }),
      )
    else kept.push(text)
  }
  return { aliases: kept, rejects }
}

function reject(row: number, content: string, why: Refused): ImportReject {
  return { line: row + 1, content, ...why }
}

interface Reading {
  readonly direction: RelationDirection
  readonly ids: ReadonlySet<string>
}

function readLinks(relations: readonly CastRelation[], { direction, ids }: Reading) {
  const links: CastLink[] = []
  const rejects: ImportReject[] = []
  const seen = new Set<string>()
  for (const [row, { from, to, type, directed }] of relations.entries()) {
    const given = JSON.stringify({ from, to, type })
    const refused = refuseLink({ from, to }, ids) ?? (seen.has(given) ? twice : undefined)
    seen.add(given)
    const [source, target] = direction === 'FROM_IS_TYPE_OF_TO' ? [from, to] : [to, from]
    if (refused) rejects.push(reject(row, given, refused))
    else links.push({ row, source, target, kind: type, directed })
  }
  return { links, rejects }
}

interface Refused {
  readonly code: string
  readonly message: string
}

const twice: Refused = { code: 'RELATION_DOUBLE', message: 'It stands twice.' }

function refuseLink(
  { from, to }: Pick<CastRelation, 'from' | 'to'>,
  ids: ReadonlySet<string>,
): Refused | undefined {
  const dangling = [from, to].filter((end) => !ids.has(end))
  if (dangling.length > 0) {
    return { code: 'RELATION_DANGLING', message: `There is no entry ${dangling.join(' and ')}.` }
  }
  return from === to ? { code: 'RELATION_SELF', message: 'Both ends are the same.' } : undefined
}

/** Names with several owners: kept for each, and answered as ambiguous. */
function sharedNames(entries: readonly CastEntry[]): ImportAnomaly[] {
  const owners = new Map<string, Set<string>>()
  for (const { id, name, aliases } of entries) {
    for (const text of [name, ...aliases]) {
      const key = lookupKey(text)
      owners.set(key, (owners.get(key) ?? new Set()).add(id))
    }
  }
  const nameOf = new Map(entries.map(({ id, name }) => [id, name]))
  return [...owners]
    .filter(([, ids]) => ids.size > 1)
    .map(([key, ids]) => ({
      kind: 'ALIAS_SHARED',
      severity: 'INFO' as const,
      line: undefined,
      message: `${key} belongs to ${[...ids].map((id) => nameOf.get(id)).join(', ')}; it is answered as ambiguous.`,
    }))
}
