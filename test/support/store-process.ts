import { sql } from 'kysely'
import { openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'

// A process of its own that has the database open: answers each statement it is sent, and closes when told `close`.

export type Answer = { readonly rows: unknown[] } | { readonly error: string }

const as = process.argv[2] === 'server' ? 'server' : 'command'

try {
  const { db, close } = await openStore(readConfig(process.env), { as })
  process.on('message', (statement: string) => {
    if (statement === 'close') return void close().then(() => process.disconnect())
    sql
      .raw(statement)
      .execute(db)
      .then(({ rows }) => answer({ rows }), refuse)
  })
  answer({ rows: [] })
} catch (error) {
  refuse(error)
  process.disconnect()
}

function answer(given: Answer): void {
  process.send?.(given)
}

function refuse(error: unknown): void {
  answer({ error: String(error) })
}
