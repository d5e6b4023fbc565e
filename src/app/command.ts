import type { Auditing } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { claimKey, storeResult } from '#db/idempotency.ts'
import { lockWork, type Work } from '#db/works.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { NotFoundError, Refusal } from '#domain/errors.ts'
import { sha256 } from '#domain/source.ts'

export const actorKinds = ['USER', 'AGENT', 'SYSTEM'] as const

/** What a caller may do. Machines propose; only a person decides. */
export const capabilities = ['READ', 'PROPOSE', 'CHECK', 'DECIDE', 'ADMINISTER'] as const
export type Capability = (typeof capabilities)[number]

/** Who acts, and when. */
export interface Caller {
  readonly actorId: number
  readonly kind: (typeof actorKinds)[number]
  readonly requestId: string
  readonly now: () => Date
}

/** What a command runs on: its transaction, the locked work and the caller. */
export interface On {
  readonly tx: Tx
  readonly work: Work
  readonly caller: Caller
}

export interface Command {
  readonly caller: Caller
  /** Name of the mutation, e.g. `entityDraftDecide`. */
  readonly name: string
  readonly workId: number
  readonly input: unknown
  /** A repeated call with the same key gives the stored answer. */
  readonly idempotencyKey?: string | undefined
}

/** Only a person decides; the graph and the database refuse it as well. */
export class ForbiddenError extends Refusal {
  override readonly name = 'ForbiddenError'
  readonly code = 'FORBIDDEN'

  constructor() {
    super('Only a person can decide; agents propose.')
  }
}

/**
 * Runs one command in one transaction under the work's lock: idempotency, the act and its audit are all or nothing.
 * `act` returns plain data (ids, numbers, texts), which a repeated call gets again.
 */
export async function runCommand<Result>(
  db: Db,
  command: Command,
  act: (on: On) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const work = await lockWork(tx, command.workId)
    if (!work) throw new NotFoundError('work', ['workId'])
    return once(tx, command, () => act({ tx, work, caller: command.caller }))
  })
}

/** Claims the command's key, or answers what the first call with it answered. */
export async function once<Result>(
  tx: Tx,
  command: Command,
  act: () => Promise<Result>,
): Promise<Result> {
  if (command.idempotencyKey === undefined) return act()
  const call = {
    actorId: command.caller.actorId,
    key: command.idempotencyKey,
    workId: command.workId,
    command: command.name,
    inputSha256: sha256(canonicalJson(command.input)),
  }
  const known = await claimKey(tx, call)
  if (known) return known.result as Result
  const result = await act()
  await storeResult(tx, call, result)
  return result
}

export function requirePerson(caller: Caller): void {
  if (caller.kind !== 'USER') throw new ForbiddenError()
}

export function auditing({ work, caller }: On): Auditing {
  const { actorId, requestId } = caller
  return { workId: work.id, actorId, requestId, now: caller.now() }
}
