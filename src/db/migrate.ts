import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { Refusal } from '#domain/errors.ts'

/** A later Fabula has changed the database: this one would not know what it reads. */
export class SchemaTooNewError extends Refusal {
  override readonly name = 'SchemaTooNewError'
  readonly code = 'SCHEMA_TOO_NEW'

  constructor(unknown: readonly string[]) {
    super(`The database has the migration ${unknown.join(', ')} of a later Fabula: update Fabula.`)
  }
}

/** The process that owns the database is of an earlier Fabula. */
export class SchemaTooOldError extends Refusal {
  override readonly name = 'SchemaTooOldError'
  readonly code = 'SCHEMA_TOO_OLD'

  constructor(pending: readonly string[]) {
    super(
      `The database lacks the migration ${pending.join(', ')}: restart the running Fabula, which then migrates.`,
    )
  }
}

const provider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, '../../migrations'),
  import: (file) => import(pathToFileURL(file).href),
})

/**
 * Brings the schema up to date; two processes that start at once wait for each other on an advisory lock.
 * @throws SchemaTooNewError before anything is changed
 */
export async function migrate<Database>(db: Kysely<Database>): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  throw new Error(`The migration ${failed ?? ''} failed; nothing was changed.`, { cause: error })
}

/** @throws SchemaTooNewError, SchemaTooOldError */
export async function requireCurrentSchema<Database>(db: Kysely<Database>): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new SchemaTooOldError(pending)
}

/** What is left to run. @throws SchemaTooNewError */
async function pendingMigrations<Database>(db: Kysely<Database>): Promise<string[]> {
  const known = new Set(Object.keys(await provider.getMigrations()))
  const executed = await executedMigrations(db)
  const unknown = executed.difference(known)
  if (unknown.size > 0) throw new SchemaTooNewError([...unknown].sort())
  return [...known.difference(executed)].sort()
}

async function executedMigrations<Database>(db: Kysely<Database>): Promise<Set<string>> {
  const table = sql.table('kysely_migration')
  const found = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return new Set()
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
