import type { ReadDb, Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { insertRows } from './rows.ts'

/** Files whose text is part of the work already, by content. */
export async function findManuscriptReport(db: ReadDb, workId: number, fileSha256: string) {
  const row = await db
    .selectFrom('manuscript_import')
    .select('report')
    .where('work_id', '=', workId)
    .where('file_sha256', '=', fileSha256)
    .executeTakeFirst()
  return row?.report
}

export async function insertManuscript(
  tx: Tx,
  on: Recording,
  file: { readonly sha256: string; readonly name: string; readonly report: unknown },
): Promise<void> {
  await insertRows(tx, 'manuscript_import', [
    {
      work_id: on.workId,
      file_sha256: file.sha256,
      file_name: file.name,
      report: file.report,
      imported_at: new Date(),
      decision_id: on.decisionId,
    },
  ])
}

export interface KnownChapter {
  readonly label: string
  readonly title: string
  readonly volumeNumber: number | null
  readonly contentSha256: string
}

/** Chapters of the work in the order of the book. */
export async function findKnownChapters(db: ReadDb, workId: number): Promise<KnownChapter[]> {
  return db
    .selectFrom('chapter')
    .innerJoin('chapter_place as place', (on) =>
      on
        .onRef('place.work_id', '=', 'chapter.work_id')
        .onRef('place.chapter_id', '=', 'chapter.id')
        .on('place.superseded_in', 'is', null),
    )
    .where('chapter.work_id', '=', workId)
    .select(['label', 'title', 'volume_number as volumeNumber', 'content_sha256 as contentSha256'])
    .orderBy('place.position')
    .execute()
}

export async function setSerializing(tx: Tx, workId: number): Promise<void> {
  await tx
    .updateTable('work')
    .set({ status: 'SERIALIZING' })
    .where('work_id', '=', workId)
    .where('status', '=', 'PLANNING')
    .execute()
}
