import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, test, vi } from 'vitest'
import { readOwner } from '#db/data-dir-lock.ts'
import { connectionTo, startEmbedded } from '#db/embedded.ts'
import { openDb, openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'
import { copyDatabase, copyTemplate, type TemplateCopy } from '../support/copy-template.ts'
import { databaseProcesses, killDatabase } from '../support/fork-store.ts'
import { makeTempDir } from '../support/temp-dir.ts'

describe.skipIf(inject('template').kind === 'postgres')('the embedded database', () => {
  test('loses none of 400 increments by eight clients', async () => {
    await using world = await copyTemplate()
    await sql`create table counter (n int); insert into counter values (0)`.execute(world.db)
    const increment = () =>
      world.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ n: number }>`select n from counter`.execute(tx)
        await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1}`.execute(tx)
      })
    const client = async () => {
      for (let i = 0; i < 50; i++) await increment()
    }
    await Promise.all(Array.from({ length: 8 }, client))
    expect((await sql`select n from counter`.execute(world.db)).rows).toEqual([{ n: 400 }])
  })

  test('answers each client with its own row when their messages cross', async () => {
    await using world = await copyTemplate()
    const [first, second] = [await connect(world), await connect(world)]
    const mine = first.query(halfSent(`select 'mine' as whose`))
    await mine.parsed
    const yours = second.query('select $1::text as whose', ['yours'])
    await setImmediate()
    expect(await mine.finish()).toEqual(['mine'])
    expect((await yours).rows).toEqual([{ whose: 'yours' }])
    await Promise.all([first.end(), second.end()])
  })

  test('serves the others when a client leaves in the middle of a transaction', async () => {
    await using world = await copyTemplate()
    const client = await connect(world)
    await client.query('begin; create table left_behind ()')
    const waiting = sql`select to_regclass('left_behind') as found`.execute(world.db)
    await client.end()
    expect((await waiting).rows).toEqual([{ found: null }])
  })

  test('serves the others when a client leaves in the middle of a failed batch', async () => {
    await using world = await copyTemplate()
    const client = await connect(world)
    await client.query('begin; create table left_behind ()')
    await expect(client.query(halfSent('select nothing')).parsed).rejects.toThrow('nothing')
    const waiting = sql`select to_regclass('left_behind') as found`.execute(world.db)
    client.connection.stream.destroy()
    expect((await waiting).rows).toEqual([{ found: null }])
  })

  test('a killed child is started again: what ran fails, what comes later succeeds', async () => {
    await using world = await copyTemplate()
    await sql`create table kept (n int); insert into kept values (1)`.execute(world.db)
    for (let round = 0; round < 2; round++) {
      const running = sql`select count(*) from generate_series(1, 3000000)`.execute(world.db)
      await killDatabase(world.env)
      await expect(running).rejects.toThrow('Connection terminated')
      const rows = await vi.waitUntil(() => rowsOf(world).catch(() => undefined), 10_000)
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  test('says why a damaged directory does not start, and leaves it to the next', async () => {
    await using copy = await copyDatabase()
    const config = readConfig(copy.env)
    await rm(path.join(config.FABULA_DATA_DIR, 'database/global/pg_control'))
    const failed = /does not start: [\s\S]*pg_control/
    await expect(openStore(config, { as: 'server' })).rejects.toThrow(failed)
    await expect(openStore(config, { as: 'command' })).rejects.toThrow(failed)
    expect(await databaseProcesses(copy.env)).toEqual([])
  })

  test('tells its owner when a child that died cannot be started again', async () => {
    await using copy = await copyDatabase()
    const dataDir = copy.env.FABULA_DATA_DIR ?? ''
    const lost = Promise.withResolvers<Error>()
    const embedded = await startEmbedded(dataDir, lost.resolve)
    await rm(path.join(dataDir, 'database/global/pg_control'))
    await killDatabase(copy.env)
    expect(String(await lost.promise)).toMatch(/does not start: [\s\S]*pg_control/)
    await embedded.stop()
  })

  test('begins anew after a first start that was interrupted', async () => {
    await using directory = await makeTempDir('interrupted')
    const draft = path.join(directory.path, 'database.draft')
    await mkdir(draft)
    await writeFile(path.join(draft, 'PG_VERSION'), '18')
    const embedded = await startEmbedded(directory.path)
    const db = openDb(connectionTo(embedded.address))
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await db.destroy()
    await embedded.stop()
  })
})

async function connect({ env }: TemplateCopy): Promise<pg.Client> {
  const address = readOwner(env.FABULA_DATA_DIR ?? '')?.address
  if (!address) throw new Error('nobody owns the directory')
  const client = new pg.Client(connectionTo(address))
  client.on('error', () => {})
  await client.connect()
  return client
}

async function rowsOf({ db }: TemplateCopy) {
  return (await sql`select n from kept`.execute(db)).rows
}

/** A query that stops before its Bind, as one does whose parameters fill several packets. */
function halfSent(text: string) {
  const parsed = Promise.withResolvers<pg.Connection>()
  const row = Promise.withResolvers<string[]>()
  return {
    parsed: parsed.promise,
    async finish() {
      const connection = await parsed.promise
      connection.bind({}, true)
      connection.execute(null, true)
      connection.sync()
      return row.promise
    },
    submit(connection: pg.Connection) {
      connection.once('parseComplete', () => parsed.resolve(connection))
      connection.parse({ name: '', text, types: [] }, true)
      connection.flush()
    },
    handleError: parsed.reject,
    handleDataRow: ({ fields }: { fields: string[] }) => row.resolve(fields),
    handleCommandComplete() {},
    handleReadyForQuery() {},
  }
}
