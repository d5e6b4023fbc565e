import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/errors.ts'
import {
  type Address,
  DataDirectoryInUseError,
  type DataDirLock,
  lockDataDir,
  readOwner,
} from './data-dir-lock.ts'
import type { Database, Db } from './database.ts'
import { connectionTo, startEmbedded } from './embedded.ts'
import { migrate, requireCurrentSchema } from './migrate.ts'
import { requirePostgres } from './postgres.ts'

/** The open database. Closing it twice is the same as once. */
export interface Store {
  readonly db: Db
  readonly kind: 'embedded' | 'postgres'
  readonly close: () => Promise<void>
}

/** What opening the database needs of the configuration. */
export interface StoreConfig {
  readonly DATABASE_URL?: string | undefined
  readonly FABULA_DATA_DIR: string
  readonly DATABASE_POOL_SIZE: number
  readonly STATEMENT_TIMEOUT_MS: number
}

export interface Opening {
  /** A server must own the embedded database; a command joins whoever does, and owns it itself when nobody does. */
  readonly as: 'server' | 'command'
  /** Told when the embedded database has died and cannot be started again; by default the error ends the process. */
  readonly onLost?: (error: Error) => void
}

/**
 * Opens PostgreSQL at `DATABASE_URL`, or else the embedded database in the data directory, with its schema up to date.
 * @throws DataDirectoryInUseError, SchemaTooNewError, SchemaTooOldError, DatabaseUnreachableError, PostgresTooOldError
 */
export async function openStore(config: StoreConfig, opening: Opening): Promise<Store> {
  const { DATABASE_URL } = config
  return DATABASE_URL ? openPostgres(DATABASE_URL, config) : openEmbedded(config, opening)
}

/** Every int8 is below 2^53: ids, positions and counts, alone or in an array, are plain numbers. */
const int8s: ReadonlySet<number> = new Set([pg.types.builtins.INT8, 1016])
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const parse = pg.types.getTypeParser(oid, format)
    return int8s.has(oid) ? (text: string) => toNumbers(parse(text)) : parse
  },
}

type Nested<T> = T | null | readonly Nested<T>[]

function toNumbers(value: Nested<string>): Nested<number> {
  if (value === null) return null
  return typeof value === 'string' ? Number(value) : value.map(toNumbers)
}

/** Opens the one kind of handle there is: `pg`, on PostgreSQL or on the embedded database's socket. */
export function openDb(config: pg.PoolConfig): Db {
  const pool = new pg.Pool({ types, ...config })
  // A connection lost while a query runs is reported by that query; without these listeners it ends the process too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

async function openPostgres(url: string, config: StoreConfig): Promise<Store> {
  const connection = { connectionString: url, connectionTimeoutMillis: 10_000 }
  await preparePostgres(url, { ...connection, max: 1 })
  const db = openDb({
    ...connection,
    max: config.DATABASE_POOL_SIZE,
    statement_timeout: config.STATEMENT_TIMEOUT_MS,
    lock_timeout: config.STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
  })
  return { db, kind: 'postgres', close: () => db.destroy() }
}

/** On a connection of its own: no timeout cuts a migration short, or the wait for the one of another process. */
async function preparePostgres(url: string, connection: pg.PoolConfig): Promise<void> {
  const db = openDb(connection)
  try {
    await requirePostgres(db, url)
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

/** Owns the data directory or joins its owner, whichever comes first: an owner may be starting or about to end. */
async function openEmbedded(config: StoreConfig, opening: Opening): Promise<Store> {
  const dataDir = path.resolve(config.FABULA_DATA_DIR)
  for (const end = Date.now() + 60_000; ; await sleep(100)) {
    const lock = lockDataDir(dataDir)
    if (lock) return ownEmbedded(dataDir, lock, { config, opening })
    const owner = readOwner(dataDir)
    const store = opening.as === 'command' && (await joinEmbedded(owner?.address, config))
    if (store) return store
    const mayWait = opening.as === 'command' || !owner
    if (!mayWait || Date.now() > end) throw new DataDirectoryInUseError(dataDir, owner)
  }
}

async function ownEmbedded(
  dataDir: string,
  lock: DataDirLock,
  { config, opening }: { config: StoreConfig; opening: Opening },
): Promise<Store> {
  await using starting = new AsyncDisposableStack()
  starting.defer(lock.release)
  const embedded = await startEmbedded(dataDir, opening.onLost)
  starting.defer(embedded.stop)
  const db = openDb({ ...connectionTo(embedded.address), max: config.DATABASE_POOL_SIZE })
  starting.defer(() => Promise.race([db.destroy(), patience()]))
  await migrate(db)
  lock.announce(embedded.address)
  const running = starting.move()
  return { db, kind: 'embedded', close: () => running.disposeAsync() }
}

/** What still runs may finish; a statement that never ends is ended with its process. */
function patience(): Promise<void> {
  return sleep(10_000, undefined, { ref: false })
}

/** Undefined where no owner answers. @throws SchemaTooNewError, SchemaTooOldError */
async function joinEmbedded(
  address: Address | undefined,
  config: StoreConfig,
): Promise<Store | undefined> {
  if (!address) return undefined
  const db = openDb({ ...connectionTo(address), max: config.DATABASE_POOL_SIZE })
  try {
    await requireCurrentSchema(db)
    return { db, kind: 'embedded', close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    if (error instanceof Refusal) throw error
    return undefined
  }
}
