import { createHash } from 'node:crypto'
import { appendAudit } from '#db/audit.ts'
import { insertChapters, insertVolumes, type NewChapter } from '#db/chapters.ts'
import type { Db, ReadDb, Tx } from '#db/database.ts'
import { type Recording, recordDecision } from '#db/decisions.ts'
import {
  findKnownChapters,
  findManuscriptReport,
  insertManuscript,
  setSerializing,
} from '#db/manuscripts.ts'
import { findNames } from '#db/mentions.ts'
import { requestScan } from '#db/scan-requests.ts'
import { readTimeline } from '#db/timelines.ts'
import { findWorkByKey, lockWork, touchOrder, type Work } from '#db/works.ts'
import { invalidInput } from '#domain/errors.ts'
import { codePointLength, sha256 } from '#domain/source.ts'
import { beforeBook, placeGap } from '#domain/story-time.ts'
import { decodeText } from '#domain/text/decode.ts'
import { type FoundChapter, type Manuscript, parseManuscript } from '#domain/text/manuscript.ts'
import { auditing, type Caller, requirePerson } from './command.ts'
import { insertNewWork } from './create-work.ts'
import { type Progress, scanMentions } from './scan-mentions.ts'

export interface ImportManuscript {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** Created where it is new. */
  readonly workKey: string
  /** Of a new work; else the title that the file tells. */
  readonly title?: string | undefined
  /** Only report what would be imported. */
  readonly dryRun?: boolean | undefined
  readonly progress?: Progress | undefined
}

/** A chapter as the report tells it: without its text. */
export type ReportedChapter = Omit<FoundChapter, 'paragraphs'> & {
  readonly charCount: number
  /** What became of it: laid anew, or known to the work with the same text. */
  readonly outcome: 'NEW' | 'UNCHANGED'
}

export interface ManuscriptReport
  extends Pick<Manuscript, 'anomalies' | 'counts' | 'rejects' | 'volumes'> {
  readonly dryRun: boolean
  readonly workKey: string
  readonly title: string | undefined
  readonly encoding: string
  readonly fileSha256: string
  readonly hardWrapped: boolean
  readonly chaptersFound: readonly ReportedChapter[]
  /** The same file was imported before; nothing was written. */
  readonly alreadyImported: boolean
  readonly canonRevision: number | undefined
}

/** Chapters laid in one statement each kind; memory stays flat. */
const chaptersAtOnce = 100

/**
 * Imports the work's own text: chapters, places and blocks in one transaction and one decision, so that a killed
 * import leaves nothing and the next run does it all. Chapters that the work has with the same text are kept, new
 * ones are laid at the end; a chapter whose text differs refuses the import. The same file twice changes nothing.
 */
export async function importManuscript(
  db: Db,
  caller: Caller,
  input: ImportManuscript,
): Promise<ManuscriptReport> {
  requirePerson(caller)
  const { text, encoding } = decodeText(input.bytes)
  const manuscript = parseManuscript(text)
  const fileSha256 = createHash('sha256').update(input.bytes).digest('hex')
  const known = await findWorkByKey(db, input.workKey)
  const told = { input, manuscript, encoding, fileSha256 }
  if (known && (await findManuscriptReport(db, known.id, fileSha256)) !== undefined) {
    const report = await makeReport(db, known, told)
    await scanMentions(db, known.id, input.progress)
    return { ...report, alreadyImported: true, canonRevision: known.canonRevision }
  }
  if (input.dryRun) return makeReport(db, known, told)
  const written = await db.transaction().execute((tx) => write(tx, caller, told))
  await scanMentions(db, written.workId, input.progress)
  return written.report
}

interface Told {
  readonly input: ImportManuscript
  readonly manuscript: Manuscript
  readonly encoding: string
  readonly fileSha256: string
}

async function write(tx: Tx, caller: Caller, told: Told) {
  const { input, manuscript } = told
  const known = await findWorkByKey(tx, input.workKey)
  const title = input.title ?? manuscript.title ?? input.workKey
  const workId = known?.id ?? (await insertNewWork(tx, caller, { title, key: input.workKey }))
  const work = await lockWork(tx, workId)
  if (!work) throw new Error(`Work ${workId} vanished.`)
  const report = await makeReport(tx, work, told)
  const recording = await recordDecision(tx, {
    workId,
    kind: 'IMPORT',
    actorId: caller.actorId,
    note: input.fileName,
  })
  const added = manuscript.chapters.filter(
    (_, index) => report.chaptersFound[index]?.outcome === 'NEW',
  )
  await lay(
    tx,
    { on: recording, work, progress: input.progress },
    { ...manuscript, chapters: added },
  )
  const done = { ...report, canonRevision: recording.revision }
  await insertManuscript(tx, recording, {
    sha256: told.fileSha256,
    name: input.fileName,
    report: done,
  })
  const names = await findNames(tx, { workId, revision: recording.revision })
  if (names.length > 0) await requestScan(tx, recording, undefined)
  await appendAudit(tx, auditing({ tx, work, caller }), [
    {
      action: 'manuscript.import',
      subjectType: 'Work',
      subjectId: workId,
      canonRevision: recording.revision,
      detail: { fileName: input.fileName, fileSha256: told.fileSha256, chapters: added.length },
    },
  ])
  return { workId, report: done }
}

interface Laying {
  readonly on: Recording
  readonly work: Work
  readonly progress: Progress | undefined
}

/** Lays chapters behind the last one. */
async function lay(
  tx: Tx,
  { on, work, progress }: Laying,
  { volumes, chapters }: Manuscript,
): Promise<void> {
  if (chapters.length === 0) return
  await insertVolumes(tx, work.id, volumesOf(volumes, chapters))
  const { places } = await readTimeline(tx, work.id, on.revision)
  const last = places.at(-1)?.position ?? beforeBook
  for (let done = 0; done < chapters.length; done += chaptersAtOnce) {
    const batch = chapters.slice(done, done + chaptersAtOnce)
    await insertChapters(
      tx,
      on,
      batch.map((chapter, index) => toNewChapter(chapter, last + (done + index + 1) * placeGap)),
    )
    progress?.(done + batch.length, chapters.length)
  }
  await touchOrder(tx, work.id, on.revision)
  await setSerializing(tx, work.id)
}

function toNewChapter({ paragraphs, ...chapter }: FoundChapter, position: number): NewChapter {
  return {
    ...chapter,
    position,
    contentSha256: contentOf(paragraphs),
    charCount: charCountOf(paragraphs),
    paragraphs: paragraphs.map((text) => ({ text, sha256: sha256(text) })),
  }
}

/** Volumes as headed, and those that only chapter headings name. */
function volumesOf(volumes: Manuscript['volumes'], chapters: readonly FoundChapter[]) {
  const titled = new Map(volumes.map(({ number, title }) => [number, title]))
  const named = chapters.flatMap(({ volumeNumber }) => volumeNumber ?? [])
  return [...new Set([...titled.keys(), ...named])].map((number) => ({
    number,
    title: titled.get(number) ?? '',
  }))
}

/** What the file holds against what the work has. Throws where the text of a known chapter differs. */
async function makeReport(
  db: ReadDb,
  work: Work | undefined,
  told: Told,
): Promise<ManuscriptReport> {
  const { input, manuscript, encoding, fileSha256 } = told
  const known = Map.groupBy(work ? await findKnownChapters(db, work.id) : [], keyOf)
  const met = new Map<string, number>()
  const changed: FoundChapter[] = []
  const chaptersFound = manuscript.chapters.map((chapter): ReportedChapter => {
    const key = keyOf(chapter)
    const nth = met.get(key) ?? 0
    met.set(key, nth + 1)
    const before = known.get(key)?.[nth]
    const { paragraphs, ...heading } = chapter
    if (before && before.contentSha256 !== contentOf(paragraphs)) changed.push(chapter)
    return { ...heading, charCount: charCountOf(paragraphs), outcome: before ? 'UNCHANGED' : 'NEW' }
  })
  if (changed.length > 0) throw textDiffers(changed)
  return {
    dryRun: input.dryRun ?? false,
    workKey: input.workKey,
    title: input.title ?? manuscript.title,
    encoding,
    fileSha256,
    hardWrapped: manuscript.hardWrapped,
    volumes: manuscript.volumes,
    chaptersFound,
    anomalies: manuscript.anomalies,
    counts: manuscript.counts,
    rejects: manuscript.rejects,
    alreadyImported: false,
    canonRevision: undefined,
  }
}

function keyOf({
  volumeNumber,
  label,
  title,
}: {
  volumeNumber?: number | null | undefined
  label: string
  title: string
}) {
  return JSON.stringify([volumeNumber ?? null, label, title])
}

function textDiffers(changed: readonly FoundChapter[]) {
  const labels = changed.slice(0, 5).map(({ label, title }) => `${label} ${title}`.trim())
  const more = changed.length > labels.length ? ` and ${changed.length - labels.length} more` : ''
  return invalidInput(
    ['file'],
    'TEXT_DIFFERS',
    `The work has another text for ${labels.join(', ')}${more}. An import adds chapters and never rewrites them; leave these out of the file, or import it as a work of its own.`,
  )
}

function contentOf(paragraphs: readonly string[]): string {
  return sha256(paragraphs.join('\n'))
}

function charCountOf(paragraphs: readonly string[]): number {
  return paragraphs.reduce((sum, text) => sum + codePointLength(text.replace(/\s/gu, '')), 0)
}
