import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Guard {
  readonly release: () => void
}

/** Keeps the locks from the garbage collector, which would open them. */
const held = new Set<DatabaseSync>()

/**
 * A lock of the operating system: it ends with the process, however that ends, so that no stale lock has to be told
 * from a living one. Node has no `flock`; the SQLite inside it locks files on every platform. The `owner` guard is
 * held by the process that opened the directory, the `database` guard by the child that PGlite runs in, which can
 * outlive a killed owner for a moment. The files stay: unlinking a locked file would let two processes lock one name.
 */
export function takeGuard(dataDir: string, name: 'owner' | 'database'): Guard | undefined {
  const directory = path.join(dataDir, 'guards')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const guard = new DatabaseSync(path.join(directory, name))
  try {
    guard.exec('pragma journal_mode = memory; begin immediate')
  } catch (error) {
    guard.close()
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(guard)
  return {
    release() {
      if (held.delete(guard)) guard.close()
    },
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
