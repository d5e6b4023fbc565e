import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'

/** Text is to be read for these names; undefined = for all. Registered with the decision, so that it is never lost. */
export interface ScanRequest {
  readonly workId: number
  readonly id: number
  readonly lookupKeys: readonly string[] | undefined
  readonly decisionId: number
}

export async function requestScan(
  tx: Tx,
  on: Recording,
  lookupKeys: readonly string[] | undefined,
) {
  if (lookupKeys?.length === 0) return
  await tx
    .insertInto('scan_request')
    .values({
      work_id: on.workId,
      lookup_keys: lookupKeys ? [...new Set(lookupKeys)] : null,
      decision_id: on.decisionId,
    })
    .execute()
}

export async function findScanRequests(db: ReadDb, workId: number): Promise<ScanRequest[]> {
  const rows = await db
    .selectFrom('scan_request')
    .selectAll()
    .where('work_id', '=', workId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, lookup_keys, decision_id }) => ({
    workId,
    id,
    lookupKeys: lookup_keys ?? undefined,
    decisionId: decision_id,
  }))
}

/** Works whose text waits to be read, e.g. after a crash. */
export async function findWorksToScan(db: ReadDb): Promise<number[]> {
  const rows = await db.selectFrom('scan_request').select('work_id').distinct().execute()
  return rows.map(({ work_id }) => work_id)
}

export async function deleteScanRequests(tx: Tx, workId: number, ids: readonly number[]) {
  await tx
    .deleteFrom('scan_request')
    .where('work_id', '=', workId)
    .where('id', 'in', [...ids])
    .execute()
}
