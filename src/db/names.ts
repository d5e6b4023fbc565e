import { sql } from 'kysely'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { Coordinates } from './coordinates.ts'
import type { ReadDb } from './database.ts'
import { all } from './rows.ts'
import { inForce, snapshotsAt } from './snapshots.ts'

/** Somebody who has a name in force at the coordinates. */
export interface NameOwner {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly kind: string
  readonly isRetired: boolean
}

/** Owners of a lookup key among the entities of the story at the coordinates. */
export async function findOwners(
  db: ReadDb,
  at: Coordinates,
  asked: { readonly lookupKey: string; readonly type: EntityTypeName | undefined },
): Promise<NameOwner[]> {
  return all(
    db,
    sql<NameOwner>`
      select distinct on (s."entityId") s."entityId", s.type, a.kind, false as "isRetired"
      from alias a join ${snapshotsAt(at)} s on s."entityId" = a.entity_id
      where a.work_id = ${at.workId} and a.lookup_key = ${asked.lookupKey} and ${inForce('a', at)}
        ${asked.type ? sql`and s.type = ${asked.type}` : sql``}
      order by s."entityId", a.is_primary desc`,
  )
}

/** Every name in force at the coordinates, to find near matches among. */
export async function findNamesInForce(db: ReadDb, at: Coordinates) {
  return all(
    db,
    sql<{ entityId: number; lookupKey: string }>`
      select a.entity_id as "entityId", a.lookup_key as "lookupKey"
      from alias a join ${snapshotsAt(at)} s on s."entityId" = a.entity_id
      where a.work_id = ${at.workId} and ${inForce('a', at)}
      order by a.entity_id, a.lookup_key`,
  )
}
