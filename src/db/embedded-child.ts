import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { keepTurnsWhole } from './client-turns.ts'
import { type Guard, takeGuard } from './guard.ts'

// The embedded database runs as its own process: a slow statement never blocks the server, and ends with this child.

export type ChildMessage = 'ready' | { readonly failed: string }

const [dataDir = '', host = '', port = ''] = process.argv.slice(2)
const open = new AsyncDisposableStack()
const log: string[] = []

// Signals reach the whole group; the parent ends us by disconnecting, after it has drained or when it dies.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.once('disconnect', () => void open.disposeAsync().finally(() => process.exit()))
start().then(() => process.send?.('ready' satisfies ChildMessage), fail)

async function start(): Promise<void> {
  const guard = await waitForGuard()
  open.defer(guard.release)
  const pglite = await openPglite(path.join(dataDir, 'database'))
  open.defer(() => pglite.close())
  const server = new PGLiteSocketServer({ db: pglite, maxConnections: 1000, ...(await listenOn()) })
  await server.start()
  open.defer(() => server.stop())
}

/** The child of a killed server finishes its statement before it ends; two at once on one directory lose rows. */
async function waitForGuard(): Promise<Guard> {
  const holder = path.join(dataDir, 'guards', 'database.pid')
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    const guard = takeGuard(dataDir, 'database')
    if (!guard) continue
    await writeFile(holder, String(process.pid))
    return guard
  }
  throw new Error(
    `process ${await readFile(holder, 'utf8')} of an earlier server still runs a statement: wait, or end it`,
  )
}

/** A directory only gets its name when it is complete, so that a first start may be interrupted. */
async function openPglite(directory: string): Promise<PGlite> {
  const options: PGliteOptions = {
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    onStderr: note,
  }
  if (!existsSync(directory)) {
    const draft = `${directory}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await (await PGlite.create(draft, options)).close()
    await rename(draft, directory)
  }
  return keepTurnsWhole(await PGlite.create(directory, options))
}

async function listenOn() {
  if (!path.isAbsolute(host)) return { host, port: Number(port) }
  const socket = path.join(host, `.s.PGSQL.${port}`)
  await rm(socket, { force: true }) // a killed child leaves it behind
  open.defer(() => rm(host, { recursive: true, force: true }))
  return { path: socket }
}

function note(line: string): boolean {
  if (log.push(line) > 20) log.shift()
  return false
}

function fail(error: unknown): void {
  const severe = log.filter((line) => /(?:ERROR|FATAL|PANIC):/.test(line)).slice(-3)
  const reason = error instanceof Error ? error.message : String(error)
  const message: ChildMessage = { failed: [reason, ...severe].join('\n') }
  process.send?.(message, undefined, undefined, () => process.exit(1))
}
