import { appendAudit } from '#db/audit.ts'
import type { Db, Tx } from '#db/database.ts'
import { insertDecision } from '#db/decisions.ts'
import { findWorkByKey, insertWork } from '#db/works.ts'
import { AlreadyExistsError, invalidInput } from '#domain/errors.ts'
import { entityKey, isEntityKey } from '#domain/text/entity-key.ts'
import { type Caller, once, requirePerson } from './command.ts'

export interface CreateWork {
  readonly idempotencyKey?: string | undefined
  readonly title: string
  /** Pinyin of the title where absent. */
  readonly key?: string | null | undefined
}

/** A new work at canon revision 0, without chapters. Throws `AlreadyExistsError` where the key is taken. */
export async function createWork(
  db: Db,
  caller: Caller,
  input: CreateWork,
): Promise<{ workId: number }> {
  requirePerson(caller)
  return db
    .transaction()
    .execute((tx) =>
      once(
        tx,
        { caller, name: 'workCreate', workId: 0, input, idempotencyKey: input.idempotencyKey },
        async () => ({ workId: await insertNewWork(tx, caller, input) }),
      ),
    )
}

/** The same inside a running transaction, e.g. of an import. */
export async function insertNewWork(
  tx: Tx,
  caller: Caller,
  { title, key }: CreateWork,
): Promise<number> {
  const name = title.normalize('NFC').trim()
  if (name === '' || name.length > 200)
    throw invalidInput(['title'], 'LENGTH', 'A title has 1 to 200 characters.')
  const chosen = key ?? entityKey(name, { prefix: '', isPerson: false, taken: () => false })
  if (!isEntityKey(chosen))
    throw invalidInput(['key'], 'KEY', 'A key has 1 to 64 of a-z, 0-9 and _.')
  const work = await insertWork(tx, chosen, name)
  if (!work) {
    const known = await findWorkByKey(tx, chosen)
    throw new AlreadyExistsError(
      `There is a work with the key ${chosen}; choose another.`,
      `${known?.id}`,
      ['key'],
    )
  }
  const decision = { workId: work.id, kind: 'STATUS', actorId: caller.actorId } as const
  const decisionId = await insertDecision(tx, decision, 0)
  await tx
    .insertInto('canon_revision')
    .values({ work_id: work.id, revision: 0, derived: false, decision_id: decisionId })
    .execute()
  const { actorId, requestId } = caller
  await appendAudit(tx, { workId: work.id, actorId, requestId, now: caller.now() }, [
    {
      action: 'work.create',
      subjectType: 'Work',
      subjectId: work.id,
      canonRevision: 0,
      after: { title: name, key: chosen },
    },
  ])
  return work.id
}
