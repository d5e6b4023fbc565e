import { type ExecutionResult, graphql } from 'graphql'
import { type Caller, runCommand } from '#app/command.ts'
import { decideDrafts } from '#app/decide-drafts.ts'
import { importManuscript } from '#app/import-manuscript.ts'
import { scanMentions } from '#app/scan-mentions.ts'
import { submitDrafts } from '#app/submit-drafts.ts'
import { findBlocksAt } from '#db/blocks.ts'
import type { Db } from '#db/database.ts'
import { syncFieldDefs } from '#db/field-defs.ts'
import { loadTimeline } from '#db/timelines.ts'
import { findWorkByKey, type Work } from '#db/works.ts'
import type { ChangeInput, CreateInput, OpInput, SourceInput } from '#domain/draft/input.ts'
import { findQuote } from '#domain/source.ts'
import { createContext } from '#graph/context.ts'
import { schema } from '#graph/schema.ts'
import type { TypedDocumentString } from '../gql/graphql.ts'
import { copyTemplate } from './copy-template.ts'

/** The person at the keyboard; actor 1 is made by the first migration. */
export const author: Caller = { actorId: 1, kind: 'USER', requestId: 'test', now: () => new Date() }

export const workKey = 'shanhai'

/** A world of a test file: its own database, one work with chapters, and seeds that speak the domain. */
export async function openWorld(chapters: number | readonly string[] = 60) {
  const { db, close } = await copyTemplate()
  await syncFieldDefs(db)
  await importManuscript(db, author, {
    bytes: new TextEncoder().encode(manuscriptOf(chapters)),
    fileName: 'shanhai.txt',
    workKey,
  })
  const world = worldOf(db)
  return { ...world, [Symbol.asyncDispose]: close, close }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Text of the given chapters, or that many chapters in which nobody is named. */
function manuscriptOf(chapters: number | readonly string[]): string {
  const texts =
    typeof chapters === 'number'
      ? Array.from({ length: chapters }, (_, index) => `山门外第${index + 1}夜落了雨，无人说话。`)
      : chapters
  return texts.map((text, index) => `第${index + 1}章 夜雨\n\n${text}`).join('\n\n')
}

function worldOf(db: Db) {
  const work = () => findWork(db)
  return {
    db,
    work,
    query: async <Data, Variables extends object>(
      document: TypedDocumentString<Data, Variables>,
      variables: Variables,
      caller: Caller = author,
    ): Promise<Data> => unwrap(await execute(db, { document, variables, caller })) as Data,
    /** What a client gets, errors included. */
    execute: <Variables extends object>(
      document: TypedDocumentString<unknown, Variables> | string,
      variables: Variables,
      caller: Caller = author,
    ) => execute(db, { document, variables, caller }),
    /** Submits and confirms changes in one decision, the person vouching for what no text proves. */
    confirm: (...changes: readonly ChangeInput[]) => confirm(db, changes),
    add: async (type: CreateInput['type'], name: string, given: Partial<CreateInput> = {}) =>
      (await confirm(db, [{ create: toCreate(type, name, given) }]))[0] ?? 0,
    /** Revises an entity by ops. */
    revise: async (key: string, ...ops: readonly OpInput[]) => {
      const baseRevision = await revisionOf(db, key)
      return confirm(db, [{ revise: { target: { key }, baseRevision, ops, sources: [] } }])
    },
    /** The place of a quote that stands once in the text. */
    cite: (chapter: number, quote: string) => cite(db, chapter, quote),
  }
}

async function findWork(db: Db): Promise<Work> {
  const work = await findWorkByKey(db, workKey)
  if (!work) throw new Error('The world has no work.')
  return work
}

/** A proposal that passes the gates: entrance and ending are planned. */
export function toCreate(
  type: CreateInput['type'],
  name: string,
  given: Partial<CreateInput> = {},
): CreateInput {
  return {
    type,
    name,
    facts: {},
    sources: [],
    plannedArc: {
      steps: [{ phase: 'ENTRANCE', description: '登场。' }],
      endingDirection: '归隐。',
    },
    ...given,
  }
}

async function confirm(db: Db, changes: readonly ChangeInput[]): Promise<number[]> {
  const { id: workId } = await findWork(db)
  const entityIds = await runCommand(
    db,
    { caller: author, name: 'seed', workId, input: changes },
    async (on) => {
      const timeline = await loadTimeline(on.tx, on.work, on.work.canonRevision)
      const submitted = await submitDrafts(on, {
        origin: 'AUTHOR',
        drafts: changes.map((change) => ({ change })),
        policy: 'ATOMIC',
        timeline,
      })
      await decideDrafts(on, {
        items: submitted.items.map(({ draftId = 0 }) => ({
          draftId,
          expectedVersion: 1,
          decision: { confirm: { vouch: '作者担保。' } },
        })),
        policy: 'ATOMIC',
      })
      return submitted.items.map(({ entityId = 0 }) => entityId)
    },
  )
  await scanMentions(db, workId)
  return entityIds
}

async function revisionOf(db: Db, key: string): Promise<number> {
  const { number } = await db
    .selectFrom('entity_revision')
    .innerJoin('entity', (on) =>
      on
        .onRef('entity.work_id', '=', 'entity_revision.work_id')
        .onRef('entity.id', '=', 'entity_revision.entity_id'),
    )
    .where('entity.key', '=', key)
    .where('entity_revision.superseded_in', 'is', null)
    .select('number')
    .executeTakeFirstOrThrow()
  return number
}

async function cite(db: Db, chapter: number, quote: string): Promise<SourceInput> {
  const work = await findWork(db)
  const timeline = await loadTimeline(db, work, work.canonRevision)
  const position = timeline.positionOf(chapter) ?? -1
  const blocks = await findBlocksAt(db, { workId: work.id, revision: work.canonRevision }, [
    position,
  ])
  for (const { id, text, revision, contentSha256 } of blocks) {
    const place = findQuote(text, quote)
    if (!place) continue
    const at = { startOffset: place.start, endOffset: place.end }
    return { kind: 'CANON_TEXT', blockId: id, revision, quote, contentSha256, ...at }
  }
  throw new Error(`“${quote}” does not stand once in chapter ${chapter}.`)
}

interface Operation {
  readonly document: TypedDocumentString<unknown, never> | string
  readonly variables: object
  readonly caller: Caller
}

async function execute(
  db: Db,
  { document, variables, caller }: Operation,
): Promise<ExecutionResult> {
  return graphql({
    schema,
    source: typeof document === 'string' ? document : document.toString(),
    variableValues: { ...variables },
    contextValue: createContext(db, caller),
  })
}

function unwrap({ data, errors }: ExecutionResult): unknown {
  if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
  return data
}

/** Every row of every canonical table, to show that a refusal changed nothing. */
export async function canonRows(db: Db): Promise<Readonly<Record<string, readonly object[]>>> {
  const tables = [
    ...[
      'work',
      'decision',
      'canon_revision',
      'chapter',
      'chapter_place',
      'block_revision',
      'setting_note_revision',
    ],
    ...[
      'entity',
      'entity_revision',
      'alias',
      'relation',
      'fact_ledger',
      'fact_span',
      'evolution_step',
    ],
    ...[
      'planned_arc',
      'planned_step',
      'entity_draft',
      'attribution',
      'ambiguous_mention',
      'audit_entry',
      'idempotency',
    ],
  ] as const
  const rows = await Promise.all(
    tables.map(
      async (table) =>
        [
          table,
          (
            await db
              .selectFrom(table as 'work')
              .selectAll()
              .execute()
          )
            .map((row) => JSON.stringify(row))
            .sort(),
        ] as const,
    ),
  )
  return Object.fromEntries(rows) as unknown as Readonly<Record<string, readonly object[]>>
}
