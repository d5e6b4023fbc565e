import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Answer } from './store-process.ts'

export interface StoreProcess {
  readonly pid: number
  /** Statements of one process are answered one after the other. */
  readonly run: (statement: string) => Promise<unknown[]>
  readonly close: () => Promise<void>
  /** Ends it as the system does when memory runs out. */
  readonly kill: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export type Environment = Readonly<Record<string, string>>

/** Opens the store in a process of its own. Rejects with the reason when that process is refused. */
export async function forkStore(as: 'server' | 'command', env: Environment): Promise<StoreProcess> {
  const child = fork(path.join(import.meta.dirname, 'store-process.ts'), [as], {
    env: { ...process.env, ...env },
    execArgv: [],
  })
  const exited = once(child, 'exit')
  const answer = async () => {
    const [given] = (await Promise.race([once(child, 'message'), exited])) as [Answer | number]
    if (typeof given !== 'object' || given === null) throw new Error('the process has ended')
    if ('error' in given) throw new Error(given.error)
    return given.rows
  }
  const end = async (how: () => unknown) => {
    if (child.exitCode === null && child.signalCode === null) how()
    await exited
  }
  await answer()
  const kill = () => end(() => child.kill('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    run(statement) {
      child.send(statement)
      return answer()
    },
    close: () => end(() => child.send('close')),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** The processes that the embedded database of an environment runs in. */
export async function databaseProcesses({ FABULA_DATA_DIR }: Environment): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  const ours = stdout
    .split('\n')
    .filter((line) => line.includes(`embedded-child.ts ${FABULA_DATA_DIR} `))
  return ours.map((line) => Number.parseInt(line, 10))
}

export async function killDatabase(env: Environment): Promise<void> {
  for (const pid of await databaseProcesses(env)) process.kill(pid, 'SIGKILL')
}
