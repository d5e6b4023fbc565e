import { IdempotencyError } from '#domain/errors.ts'
import type { Tx } from './database.ts'

export interface IdempotentCall {
  readonly actorId: number
  readonly key: string
  readonly workId: number
  readonly command: string
  readonly inputSha256: string
}

/**
 * Claims the key inside the transaction of the command: undefined for a first call, else the stored result.
 * Two calls with one key: the second waits for the first to end. Throws `IdempotencyError` on another input.
 */
export async function claimKey(
  tx: Tx,
  call: IdempotentCall,
): Promise<{ result: unknown } | undefined> {
  const inserted = await tx
    .insertInto('idempotency')
    .values({
      actor_id: call.actorId,
      key: call.key,
      work_id: call.workId,
      command: call.command,
      input_sha256: call.inputSha256,
      result: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted) return undefined
  const known = await tx
    .selectFrom('idempotency')
    .select(['command', 'input_sha256', 'result'])
    .where('actor_id', '=', call.actorId)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!known) throw new IdempotencyError('IN_PROGRESS')
  if (known.command !== call.command || known.input_sha256 !== call.inputSha256) {
    throw new IdempotencyError('PARAMETER_MISMATCH')
  }
  return { result: known.result }
}

export async function storeResult(tx: Tx, { actorId, key }: IdempotentCall, result: unknown) {
  await tx
    .updateTable('idempotency')
    .set({ result: JSON.stringify(result) })
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .execute()
}
