import { sql } from 'kysely'
import { describe, expect, inject, test, vi } from 'vitest'
import { openStore } from '#db/open.ts'
import { DatabaseUnreachableError } from '#db/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { copyDatabase, copyTemplate } from '../support/copy-template.ts'

test('whole numbers arrive as numbers, times as dates, JSON as values', async () => {
  await using world = await copyTemplate()
  const { rows } = await sql`
    select 9007199254740991::int8 as int8, null::int8 as nothing, count(*) as count,
      array[1, null]::int8[] as list, array[[1, 2]]::int8[] as nested,
      '2026-01-02T03:04:05Z'::timestamptz as at, '{"a": [1]}'::jsonb as json`.execute(world.db)
  expect(rows).toEqual([
    {
      int8: 9007199254740991,
      nothing: null,
      count: 1,
      list: [1, null],
      nested: [[1, 2]],
      at: new Date('2026-01-02T03:04:05Z'),
      json: { a: [1] },
    },
  ])
})

test('closing twice is closing once', async () => {
  await using copy = await copyDatabase()
  const store = await openStore(readConfig(copy.env), { as: 'server' })
  await Promise.all([store.close(), store.close()])
  await store.close()
})

test('a PostgreSQL that does not answer is named without its password', async () => {
  const DATABASE_URL = 'postgres://novelist:secret@127.0.0.1:1/canon'
  const opened = openStore(readConfig({ DATABASE_URL }), { as: 'server' })
  const error = await opened.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseUnreachableError)
  expect(String(error)).toContain('127.0.0.1:1')
  expect(String(error)).not.toContain('secret')
})

describe.skipIf(inject('template').kind === 'embedded')('PostgreSQL', () => {
  test('ends a statement after STATEMENT_TIMEOUT_MS, unless its transaction lifts the limit', async () => {
    await using copy = await copyDatabase()
    const config = readConfig({ ...copy.env, STATEMENT_TIMEOUT_MS: '50' })
    const { db, close } = await openStore(config, { as: 'command' })
    const slow = sql`select pg_sleep(0.2)`
    await expect(slow.execute(db)).rejects.toThrow('statement timeout')
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await slow.execute(tx)
    })
    await expect(slow.execute(db)).rejects.toThrow('statement timeout')
    await close()
  })

  test('survives the loss of its connections', async () => {
    await using world = await copyTemplate()
    const one = sql`select 1 as one`
    const lost = expect(sql`select pg_sleep(10)`.execute(world.db)).rejects.toThrow()
    await one.execute(world.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(world.db)
    await lost
    const { rows } = await vi.waitFor(() => one.execute(world.db))
    expect(rows).toEqual([{ one: 1 }])
  })
})
