import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { Refusal } from '#domain/errors.ts'
import { takeGuard } from './guard.ts'

/** Where the embedded database listens: a directory for a unix socket, or the loopback address. */
export interface Address {
  readonly host: string
  readonly port: number
}

const ownerSchema = z.object({
  pid: z.int(),
  startedAt: z.iso.datetime(),
  address: z.object({ host: z.string(), port: z.int() }).optional(),
})

/** The process that has the data directory open; the address is there once commands can join. */
export type Owner = Readonly<z.infer<typeof ownerSchema>>

export interface DataDirLock {
  /** Tells commands where to join. */
  readonly announce: (address: Address) => void
  readonly release: () => void
}

export class DataDirectoryInUseError extends Refusal {
  override readonly name = 'DataDirectoryInUseError'
  readonly code = 'DATA_DIRECTORY_IN_USE'

  constructor(dataDir: string, owner: Owner | undefined) {
    const holder = owner ? `Process ${owner.pid}, started ${owner.startedAt},` : 'Another process'
    super(
      `${holder} has the data directory ${dataDir} open: ` +
        'run commands beside it, or set FABULA_DATA_DIR to another directory.',
    )
  }
}

/** Makes this process the owner of a data directory, or returns undefined while another is. */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  const guard = takeGuard(dataDir, 'owner')
  if (!guard) return undefined
  const owner = { pid: process.pid, startedAt: new Date().toISOString() }
  writeOwner(dataDir, owner)
  return {
    announce: (address) => writeOwner(dataDir, { ...owner, address }),
    release() {
      rmSync(ownerFile(dataDir), { force: true })
      guard.release()
    },
  }
}

/** Who the owner is. Only telling while the directory is locked: a killed owner leaves its file behind. */
export function readOwner(dataDir: string): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(ownerFile(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

function writeOwner(dataDir: string, owner: Owner): void {
  const draft = `${ownerFile(dataDir)}.${process.pid}`
  writeFileSync(draft, JSON.stringify(owner))
  renameSync(draft, ownerFile(dataDir))
}

function ownerFile(dataDir: string): string {
  return path.join(dataDir, 'fabula.lock')
}
