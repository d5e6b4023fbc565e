import { sql } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/errors.ts'
import type { ReadDb } from './database.ts'

export class DatabaseUnreachableError extends Refusal {
  override readonly name = 'DatabaseUnreachableError'
  readonly code = 'DATABASE_UNREACHABLE'

  /** Names host, port and database, never the password in the URL. */
  constructor(url: string, cause: unknown) {
    const { host, port, database } = new pg.Client({ connectionString: url })
    super(
      `PostgreSQL at ${host}:${port} does not let us use the database ${database}: ${reasonOf(cause)}. Check DATABASE_URL.`,
    )
  }
}

class PostgresTooOldError extends Refusal {
  override readonly name = 'PostgresTooOldError'
  readonly code = 'POSTGRES_TOO_OLD'

  constructor(version: string) {
    super(`The database is PostgreSQL ${version}: Fabula needs 15 or later.`)
  }
}

/** @throws DatabaseUnreachableError, PostgresTooOldError */
export async function requirePostgres(db: ReadDb, url: string): Promise<void> {
  const asked = sql<{ number: number; version: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`
  const { rows } = await asked.execute(db).catch((cause: unknown) => {
    throw new DatabaseUnreachableError(url, cause)
  })
  for (const { number, version } of rows) {
    if (number < 150_000) throw new PostgresTooOldError(version)
  }
}

/** A refused connection to a name with several addresses has no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
