import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { migrate, requireCurrentSchema, SchemaTooNewError, SchemaTooOldError } from '#db/migrate.ts'
import { openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'
import { copyDatabase, copyTemplate } from '../support/copy-template.ts'

test('every migration runs once, in the order of its name', async () => {
  await using world = await copyTemplate()
  const files = await readdir(path.join(import.meta.dirname, '../../migrations'))
  const before = await schemaOf(world.db)
  expect(before.migrations).toEqual(files.map((file) => path.parse(file).name).sort())
  await migrate(world.db)
  expect(await schemaOf(world.db)).toEqual(before)
})

test('a database of a later Fabula is refused and left as it is', async () => {
  await using copy = await copyDatabase()
  const config = readConfig(copy.env)
  const store = await openStore(config, { as: 'server' })
  await sql`insert into kysely_migration values ('99990101t000000-later', '9999-01-01')`.execute(
    store.db,
  )
  const before = await schemaOf(store.db)
  await expect(requireCurrentSchema(store.db)).rejects.toThrow(SchemaTooNewError)
  await expect(migrate(store.db)).rejects.toThrow(
    'The database has the migration 99990101t000000-later of a later Fabula: update Fabula.',
  )
  expect(await schemaOf(store.db)).toEqual(before)
  await store.close()
  await expect(openStore(config, { as: 'server' })).rejects.toThrow(SchemaTooNewError)
})

test('a command does not join a server of an earlier Fabula', async () => {
  await using world = await copyTemplate()
  await sql`delete from kysely_migration`.execute(world.db)
  await expect(requireCurrentSchema(world.db)).rejects.toThrow(SchemaTooOldError)
})

test('processes that start at once on an empty database migrate it once', async () => {
  await using copy = await copyDatabase()
  const config = readConfig(copy.env)
  const store = await openStore(config, { as: 'server' })
  const before = await schemaOf(store.db)
  await sql`drop schema public cascade; create schema public`.execute(store.db)
  await store.close()
  const stores = await Promise.all([1, 2, 3].map(() => openStore(config, { as: 'command' })))
  for (const { db } of stores) expect(await schemaOf(db)).toEqual(before)
  // The first may own what the others joined.
  for (const { close } of stores.reverse()) await close()
})

async function schemaOf(db: Db) {
  const columns = await sql<{ column: string }>`
    select concat_ws(' ', table_name, column_name, data_type) as column from information_schema.columns
    where table_schema = 'public' order by 1`.execute(db)
  const migrations = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return { columns: columns.rows, migrations: migrations.rows.map(({ name }) => name) }
}
