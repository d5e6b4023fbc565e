import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolConfig } from 'pg'
import { Refusal } from '#domain/errors.ts'
import type { Address } from './data-dir-lock.ts'
import type { ChildMessage } from './embedded-child.ts'

export interface Embedded {
  readonly address: Address
  readonly stop: () => Promise<void>
}

/** The database cannot be brought up: its directory is damaged, the disk is full, … */
class EmbeddedDatabaseError extends Refusal {
  override readonly name = 'EmbeddedDatabaseError'
  readonly code = 'EMBEDDED_DATABASE_FAILED'

  constructor(dataDir: string, reason: string) {
    super(`The embedded database in ${dataDir} does not start: ${reason}`)
  }
}

/**
 * Runs PGlite behind its socket in a child process; `pg` connects to it as to any PostgreSQL.
 * A child that dies is started again at the same address: what was running fails, what comes later succeeds.
 * @param onLost told when it cannot be started again; by default the error ends the process
 * @throws EmbeddedDatabaseError
 */
export async function startEmbedded(dataDir: string, onLost = endProcess): Promise<Embedded> {
  await using opening = new AsyncDisposableStack()
  const address = await choosePrivateAddress()
  opening.defer(() => forget(address))
  const stopping = new AbortController()
  const start = () => startChild(dataDir, address, stopping.signal)
  const supervised = supervise(await start(), start, stopping.signal).catch(onLost)
  opening.defer(() => {
    stopping.abort()
    return supervised
  })
  const running = opening.move()
  return { address, stop: () => running.disposeAsync() }
}

/** How `pg` reaches the database at an address, whatever the environment says about PostgreSQL. */
export function connectionTo(address: Address): PoolConfig {
  return { ...address, user: 'postgres', database: 'postgres', ssl: false }
}

interface Child {
  readonly exited: Promise<void>
}

async function supervise(
  first: Child,
  start: () => Promise<Child>,
  stopping: AbortSignal,
): Promise<void> {
  await first.exited
  while (!stopping.aborted) await (await start()).exited
}

/** Starts a child that is ready to serve, with a longer pause before each of a few tries. */
async function startChild(
  dataDir: string,
  address: Address,
  stopping: AbortSignal,
): Promise<Child> {
  for (let pause = 100; ; pause *= 3) {
    const child = forkChild(dataDir, address, stopping)
    const failure = await child.failure
    if (failure === undefined) return child
    await child.exited
    if (stopping.aborted) return child
    if (pause > 500) throw new EmbeddedDatabaseError(dataDir, failure)
    await sleep(pause)
  }
}

function forkChild(dataDir: string, address: Address, stopping: AbortSignal) {
  const child = fork(
    path.join(import.meta.dirname, 'embedded-child.ts'),
    [dataDir, address.host, String(address.port)],
    { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const end = () => {
    if (child.connected) child.disconnect()
    setTimeout(() => child.kill('SIGKILL'), 5000).unref() // a statement that never ends
  }
  stopping.addEventListener('abort', end)
  const failure = Promise.withResolvers<string | undefined>()
  const exited = Promise.withResolvers<void>()
  child.once('message', (message: ChildMessage) =>
    failure.resolve(message === 'ready' ? undefined : message.failed),
  )
  child.once('exit', (code, signal) => {
    stopping.removeEventListener('abort', end)
    failure.resolve(`its process ended with ${signal ?? code}`)
    exited.resolve()
  })
  return { failure: failure.promise, exited: exited.promise }
}

/** A socket in a directory that only this user can enter; Windows has none that `pg` knows, so a loopback port. */
async function choosePrivateAddress(): Promise<Address> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  const roomForName = 80 // the path of a socket has at most 103 bytes
  const parent = os.tmpdir().length > roomForName ? '/tmp' : os.tmpdir()
  return { host: await mkdtemp(path.join(parent, 'fabula-')), port: 5432 }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await server[Symbol.asyncDispose]()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

async function forget({ host }: Address): Promise<void> {
  if (path.isAbsolute(host)) await rm(host, { recursive: true, force: true })
}

function endProcess(error: Error): void {
  process.nextTick(() => {
    throw error
  })
}
