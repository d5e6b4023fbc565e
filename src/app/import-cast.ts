import { createHash } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { findProvenances } from '#db/draft-lists.ts'
import { findNames } from '#db/mentions.ts'
import { readTimeline } from '#db/timelines.ts'
import { findWorkByKey } from '#db/works.ts'
import { parseCastList, type RelationDirection } from '#domain/cast/cast-list.ts'
import {
  type CastEntry,
  type CastLink,
  type CastReading,
  readCast,
} from '#domain/cast/read-cast.ts'
import type { DraftInput, SourceInput } from '#domain/draft/input.ts'
import { entityTypes, levelHolds } from '#domain/entity-types/registry.ts'
import { NotFoundError } from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import { decodeText } from '#domain/text/decode.ts'
import { lookupKey } from '#domain/text/fold.ts'
import { type Caller, type On, runCommand } from './command.ts'
import { findSpreads, type Quoted, type Spread } from './first-mentions.ts'
import { submitDrafts } from './submit-drafts.ts'

export interface ImportCast {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly workKey: string
  /** Else what the file says, else «from is type of to». */
  readonly direction?: RelationDirection | undefined
  readonly dryRun?: boolean | undefined
}

export interface CastReport extends Pick<CastReading, 'anomalies' | 'counts' | 'rejects'> {
  readonly dryRun: boolean
  readonly workKey: string
  readonly fileSha256: string
  readonly changesetId: number | undefined
  readonly draftsRaised: number
  /** Rows of this file that had raised a draft before. */
  readonly alreadyRaised: number
  /** Entries whose names the canonical text never writes. */
  readonly unmentioned: readonly string[]
}

/**
 * Raises a draft for every entry and relation of a cast list, in one transaction; nothing becomes canonical. An entry
 * begins at its first mention and cites that sentence; what the text does not prove waits for a person to vouch.
 * The same file twice raises nothing anew. Throws `MalformedInputError`.
 */
export async function importCast(db: Db, caller: Caller, input: ImportCast): Promise<CastReport> {
  const list = parseCastList(decodeText(input.bytes).text)
  const direction = input.direction ?? list.relationDirection ?? 'FROM_IS_TYPE_OF_TO'
  const reading = readCast(list, direction)
  const work = await findWorkByKey(db, input.workKey)
  if (!work) throw new NotFoundError(`work with the key ${input.workKey}`, ['work'])
  const fileSha256 = createHash('sha256').update(input.bytes).digest('hex')
  const told = { reading, fileSha256, input }
  return runCommand(db, { caller, name: 'castImport', workId: work.id, input: fileSha256 }, (on) =>
    raise(on, told),
  )
}

interface Told {
  readonly reading: CastReading
  readonly fileSha256: string
  readonly input: ImportCast
}

async function raise(on: On, { reading, fileSha256, input }: Told): Promise<CastReport> {
  const { tx, work } = on
  const raised = new Set(await findProvenances(tx, work.id, fileSha256))
  const spreads = await spreadsOf(on, reading.entries)
  const timeline = await readTimeline(tx, work.id, work.canonRevision)
  const by = { spreads, timeline, fileSha256, reading }
  const drafts = [
    ...reading.entries.map((entry) => entryDraft(entry, by)),
    ...reading.links.map((link) => linkDraft(link, by)),
  ]
  const fresh = drafts.filter(({ provenance }) => !raised.has(JSON.stringify(provenance)))
  const report = {
    dryRun: input.dryRun ?? false,
    workKey: work.key,
    fileSha256,
    anomalies: reading.anomalies,
    counts: reading.counts,
    rejects: reading.rejects,
    alreadyRaised: drafts.length - fresh.length,
    unmentioned: reading.entries.filter(({ id }) => !spreads.has(id)).map(({ name }) => name),
  }
  if (report.dryRun || fresh.length === 0)
    return { ...report, changesetId: undefined, draftsRaised: fresh.length }
  const { changesetId } = await submitDrafts(on, {
    origin: 'IMPORT',
    drafts: fresh,
    policy: 'ATOMIC',
    timeline,
  })
  return { ...report, changesetId, draftsRaised: fresh.length }
}

/** First and last mention of each entry, by its id in the list. */
async function spreadsOf(
  { tx, work }: On,
  entries: readonly CastEntry[],
): Promise<ReadonlyMap<string, Spread>> {
  const known = await findNames(tx, { workId: work.id, revision: work.canonRevision })
  const names = entries.flatMap(({ name, aliases }, index) =>
    [name, ...aliases].map((text) => ({ entityId: -1 - index, lookupKey: lookupKey(text) })),
  )
  const spreads = await findSpreads(tx, work, [...known, ...names])
  return new Map(
    entries.flatMap(({ id }, index) => {
      const spread = spreads.get(-1 - index)
      return spread ? [[id, spread] as const] : []
    }),
  )
}

interface Drafting {
  readonly spreads: ReadonlyMap<string, Spread>
  readonly timeline: Timeline
  readonly fileSha256: string
  readonly reading: CastReading
}

const genders: Readonly<Record<string, string>> = { male: '男', female: '女', m: '男', f: '女' }

function entryDraft(entry: CastEntry, { spreads, timeline, fileSha256 }: Drafting) {
  const { name, type, aliases, gender, description, extra } = entry
  const first = spreads.get(entry.id)?.first
  const facts: Record<string, unknown> = { ...entry.facts, description }
  if (gender && 'gender' in entityTypes[type].fields)
    facts.gender = genders[gender.toLowerCase()] ?? gender
  return {
    label: labelOf(entry.id),
    change: {
      create: {
        type,
        name,
        aliases: aliases.map((text) => ({ text, kind: 'EPITHET' as const })),
        validity: { fromChapter: first ? timeline.numberAt(first.block.position) : null },
        facts: { ...facts, doubts: doubtsOf(type, facts), extra },
        sources: first ? [toSource(first)] : [],
      },
    },
    provenance: { fileSha256, list: 'entities', row: entry.row },
  } satisfies DraftInput
}

/** What the list does not tell and the type requires is doubted openly. */
function doubtsOf(type: CastEntry['type'], facts: Readonly<Record<string, unknown>>) {
  return Object.entries(entityTypes[type].fields)
    .filter(
      ([name, field]) =>
        field.level === 'REQUIRED' && levelHolds(field, facts) && facts[name] === undefined,
    )
    .map(([path]) => ({ path, reason: '字段存疑：导入的名单没有写。' }))
}

function linkDraft({ row, source, target, kind, directed }: CastLink, by: Drafting) {
  const { spreads, timeline, fileSha256, reading } = by
  const nameOf = (id: string) => reading.entries.find((entry) => entry.id === id)?.name ?? id
  const firsts = [source, target].map((id) => spreads.get(id)?.first.block.position)
  const begins = firsts.every((one) => one !== undefined) ? Math.max(...firsts) : undefined
  return {
    label: `relation:${row}`,
    change: {
      create: {
        type: 'character_relation',
        name: `${nameOf(source)}·${kind}·${nameOf(target)}`,
        validity: { fromChapter: begins === undefined ? null : timeline.numberAt(begins) },
        facts: {
          source: { label: labelOf(source) },
          target: { label: labelOf(target) },
          kind,
          directed,
        },
        sources: [],
      },
    },
    provenance: { fileSha256, list: 'relations', row },
  } satisfies DraftInput
}

function labelOf(id: string): string {
  return `entity:${id}`
}

function toSource({ block, start, end, quote }: Quoted): SourceInput {
  return {
    kind: 'CANON_TEXT',
    blockId: block.id,
    revision: block.revision,
    startOffset: start,
    endOffset: end,
    quote,
    contentSha256: block.contentSha256,
  }
}
