import { distance } from 'fastest-levenshtein'
import type { Coordinates } from '#db/coordinates.ts'
import type { ReadDb } from '#db/database.ts'
import { findEntitiesByKey } from '#db/entities.ts'
import { findPresent } from '#db/mentions.ts'
import { findNamesInForce, findOwners } from '#db/names.ts'
import { findSnapshots } from '#db/snapshots.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import {
  resolveName as decide,
  type Option,
  type Owner,
  type Resolution,
} from '#domain/mentions/resolve-name.ts'
import { lookupKey } from '#domain/text/fold.ts'

export interface AskedName {
  readonly text: string
  readonly type?: EntityTypeName | null | undefined
}

/** Who a name means at the coordinates: exactly one, several with scores and reasons, or nobody with near matches. */
export async function resolveName(
  db: ReadDb,
  at: Coordinates,
  { text, type }: AskedName,
): Promise<Resolution> {
  const key = lookupKey(text)
  const owners = await findOwners(db, at, { lookupKey: key, type: type ?? undefined })
  const present = await findPresent(
    db,
    at,
    owners.map(({ entityId }) => entityId),
  )
  const named = owners.map(
    ({ entityId, kind, isRetired }): Owner => ({
      entityId,
      matchedBy: kind === 'NAME' ? 'NAME' : 'ALIAS',
      isPresent: present.has(entityId),
      isRetired,
    }),
  )
  const found = named.length > 0 ? named : await byKey(db, at, { text, type })
  const nearest = found.length > 0 ? [] : await nearMatches(db, at, key)
  return decide(found, nearest, type != null)
}

/** A key names an entity as well; names come first. */
async function byKey(db: ReadDb, at: Coordinates, { text, type }: AskedName): Promise<Owner[]> {
  const entities = await findEntitiesByKey(db, at.workId, [text])
  const snapshots = await findSnapshots(
    db,
    at,
    entities.map(({ id }) => id),
  )
  return snapshots
    .filter((snapshot) => type == null || snapshot.type === type)
    .map(({ entityId }) => ({ entityId, matchedBy: 'KEY', isPresent: false, isRetired: false }))
}

const maxNear = 5

/** Names that contain the asked one or differ in one or two characters, best first. */
async function nearMatches(db: ReadDb, at: Coordinates, key: string): Promise<Option[]> {
  const best = new Map<number, Option>()
  for (const { entityId, lookupKey: name } of await findNamesInForce(db, at)) {
    const score = similarity(key, name)
    if (score >= 0.4 && score > (best.get(entityId)?.score ?? 0)) {
      best.set(entityId, { entityId, score, reasons: [`near ${name}`] })
    }
  }
  return [...best.values()]
    .sort((a, b) => b.score - a.score || a.entityId - b.entityId)
    .slice(0, maxNear)
}

/** 1 = the same; shared length over length when one contains the other, else what edits leave of it. */
function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 0
  if (a.includes(b) || b.includes(a)) return Math.max(0.5, Math.min(a.length, b.length) / longer)
  return 1 - distance(a, b) / longer
}
