import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { copyDatabase, copyTemplate } from '../support/copy-template.ts'
import { databaseProcesses, forkStore } from '../support/fork-store.ts'
import { makeTempDir } from '../support/temp-dir.ts'

describe.skipIf(inject('template').kind === 'postgres')('the data directory', () => {
  test('a second server is refused and told what to do', async () => {
    await using first = await copyTemplate()
    await expect(forkStore('server', first.env)).rejects.toThrow(
      new RegExp(`Process ${process.pid}, .*${first.env.FABULA_DATA_DIR}.*run commands beside it`),
    )
  })

  test('a command joins the running server and both see what the other writes', async () => {
    await using server = await copyTemplate()
    await using command = await forkStore('command', server.env)
    await command.run('create table note (text text)')
    await command.run(`insert into note values ('by the command')`)
    await sql`insert into note values ('by the server')`.execute(server.db)
    const written = [{ text: 'by the command' }, { text: 'by the server' }]
    expect(await command.run('select text from note order by text')).toEqual(written)
    expect((await sql`select text from note order by text`.execute(server.db)).rows).toEqual(
      written,
    )
  })

  test('commands that start at once without a server all run, on one database', async () => {
    await using copy = await copyDatabase()
    const commands = await Promise.all([1, 2, 3].map(() => forkStore('command', copy.env)))
    await commands[0]?.run('create table note (text text)')
    for (const command of commands) expect(await command.run('select * from note')).toEqual([])
    expect(await databaseProcesses(copy.env)).toHaveLength(1)
    await Promise.all(commands.map((command) => command.kill()))
  })

  test('of two servers that start at once on an empty directory one wins', async () => {
    await using directory = await makeTempDir('empty')
    const env = { FABULA_DATA_DIR: directory.path }
    const started = await Promise.allSettled([forkStore('server', env), forkStore('server', env)])
    const winners = started.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
    const losers = started.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []))
    expect(winners).toHaveLength(1)
    expect(losers).toEqual([expect.stringContaining(`Process ${winners[0]?.pid}, `)])
    await winners[0]?.close()
  })

  test('a killed owner is succeeded once its database process has ended, with every committed row', async () => {
    await using copy = await copyDatabase()
    let owner = await forkStore('server', copy.env)
    await owner.run('create table step (id int primary key)')
    for (let round = 1; round <= 3; round++) {
      const ids = `generate_series(${round * 100 - 99}, ${round * 100})`
      await owner.run(`insert into step select ${ids}`)
      const slow = owner.run('select count(*) from generate_series(1, 3000000)')
      await Promise.all([owner.kill(), expect(slow).rejects.toThrow('ended')])
      owner = await forkStore('server', copy.env)
      expect(await databaseProcesses(copy.env)).toHaveLength(1)
      expect(await owner.run('select count(*) as n from step')).toEqual([{ n: round * 100 }])
    }
    await owner.close()
  })

  test('closing leaves no process, no socket and no lock', async () => {
    await using copy = await copyDatabase()
    const dataDir = copy.env.FABULA_DATA_DIR ?? ''
    const owner = await forkStore('server', copy.env)
    const lock = await readFile(path.join(dataDir, 'fabula.lock'), 'utf8')
    const { pid, address } = JSON.parse(lock)
    expect(pid).toBe(owner.pid)
    expect(await readdir(address.host)).toEqual(['.s.PGSQL.5432'])
    await owner.close()
    await expect(readdir(address.host)).rejects.toThrow('ENOENT')
    expect(await readdir(dataDir)).toEqual(['database', 'guards'])
    expect(await databaseProcesses(copy.env)).toEqual([])
  })
})
