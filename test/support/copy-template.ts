import { cp } from 'node:fs/promises'
import { inject } from 'vitest'
import type { Db } from '#db/database.ts'
import { openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'
import type { Environment } from './fork-store.ts'
import { onServer, urlOf } from './postgres.ts'
import { makeTempDir } from './temp-dir.ts'
import type { Template } from './template.ts'

export interface DatabaseCopy {
  /** What a process needs in its environment to open it. */
  readonly env: Environment
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export interface TemplateCopy extends DatabaseCopy {
  readonly db: Db
  readonly close: () => Promise<void>
}

/** Opens a database of its own: migrated, empty, gone when it is closed. */
export async function copyTemplate(): Promise<TemplateCopy> {
  await using opening = new AsyncDisposableStack()
  const { env } = opening.use(await copyDatabase())
  const store = await openStore(readConfig(env), { as: 'server' })
  opening.defer(store.close)
  const opened = opening.move()
  const close = () => opened.disposeAsync()
  return { db: store.db, env, close, [Symbol.asyncDispose]: close }
}

/** The copy as it lies there, for processes to open. */
export async function copyDatabase(): Promise<DatabaseCopy> {
  const template = inject('template')
  return template.kind === 'embedded' ? copyDirectory(template) : copyOnServer(template)
}

async function copyDirectory({ dataDir }: Extract<Template, { kind: 'embedded' }>) {
  const copy = await makeTempDir('world')
  await cp(dataDir, copy.path, { recursive: true })
  return { env: { FABULA_DATA_DIR: copy.path }, [Symbol.asyncDispose]: copy.remove }
}

async function copyOnServer({ url, database }: Extract<Template, { kind: 'postgres' }>) {
  const name = `fabula_world_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template ${database}`)
  const drop = () => onServer(url, `drop database ${name} with (force)`)
  return { env: { DATABASE_URL: urlOf(url, name) }, [Symbol.asyncDispose]: drop }
}
