import type { ReadDb } from './database.ts'

export interface Actor {
  readonly id: number
  readonly kind: 'USER' | 'AGENT' | 'SYSTEM'
  readonly name: string
}

export async function findActors(db: ReadDb, ids: readonly number[]): Promise<Actor[]> {
  return db
    .selectFrom('actor')
    .select(['id', 'kind', 'name'])
    .$castTo<Actor>()
    .where('id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute()
}

export async function findActorByName(
  db: ReadDb,
  kind: string,
  name: string,
): Promise<Actor | undefined> {
  return db
    .selectFrom('actor')
    .select(['id', 'kind', 'name'])
    .$castTo<Actor>()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
}
