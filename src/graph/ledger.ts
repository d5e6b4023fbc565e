import { type PositionWindow, resolveWindow } from '#app/chapter-window.ts'
import { type Coordinates, resolveCoordinates } from '#db/coordinates.ts'
import {
  countLedgerRows,
  findLedgerRows,
  type LedgerFilter,
  type LedgerWindow,
  type LedgerRow as RowValue,
  type summarizeLedger,
  type Touch,
} from '#db/ledger.ts'
import { type LedgerState as State, stateAt } from '#domain/ledger.ts'
import { builder } from './builder.ts'
import { badInput, connectionOf, keyset } from './connection.ts'
import type { Context } from './context.ts'
import { AsOf, ChapterRange, ChapterWindowInput } from './coordinates.ts'
import { ClosableEntity } from './entity.ts'
import { EntityTier, EntityType, LedgerState } from './enums.ts'
import { EvolutionStep } from './evolution-step.ts'
import { rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import { Work } from './work.ts'

const maxWindow = 200

/** The ledger of a stretch of the book; `at` is its last chapter. */
export interface LedgerValue {
  readonly at: Coordinates
  readonly window: LedgerWindow
}

type RowIn = RowValue & { readonly ledger: LedgerValue }
type TouchIn = Touch & { readonly ledger: LedgerValue }

const LedgerSummary = builder
  .objectRef<Awaited<ReturnType<typeof summarizeLedger>>>('LedgerSummary')
  .implement({
    description: 'Counts over all rows, at the end of the window.',
    fields: (t) => ({
      owed: t.exposeInt('owed', {
        description: 'Rows: canonical entities that owe a beginning and an end.',
      }),
      untouched: t.exposeInt('untouched', { description: '未被碰.' }),
      consumed: t.exposeInt('consumed', { description: '已消费.' }),
      closed: t.exposeInt('closed', { description: '已收口.' }),
      unclosed: t.exposeInt('unclosed', {
        description: '未收口. Ending planned, not reached by the head chapter.',
      }),
    }),
  })

const LedgerTouch = builder.objectRef<TouchIn>('LedgerTouch').implement({
  description: 'A chapter in which something happened to a row.',
  fields: (t) => ({
    chapter: t.field({
      type: 'ChapterNumber',
      description: 'The chapter.',
      resolve: ({ position, ledger }) => ledger.at.timeline.numberAt(position),
    }),
    blockCount: t.exposeInt('blockCount', { description: 'Paragraphs that mention it.' }),
    steps: t.field({
      type: [EvolutionStep],
      description: 'Steps that happened there.',
      resolve: async ({ entityId, position, ledger: { at } }, _args, { loaders }) =>
        (await loaders.steps.load({ at, id: entityId }))
          .filter((step) => step.position === position)
          .map((step) => ({ step, at })),
    }),
  }),
})

interface CellValue {
  readonly chapter: number
  readonly state: State
  readonly touched: boolean
}

const LedgerCell = builder.objectRef<CellValue>('LedgerCell').implement({
  description: 'One chapter of one row.',
  fields: (t) => ({
    chapter: t.expose('chapter', { type: 'ChapterNumber', description: 'The chapter.' }),
    state: t.field({
      type: LedgerState,
      description: 'Cumulative.',
      resolve: ({ state }) => state,
    }),
    touched: t.exposeBoolean('touched', {
      description: 'Something happened in this very chapter.',
    }),
  }),
})

async function cellsOf(row: RowIn, { loaders }: Context): Promise<CellValue[]> {
  const { at, window } = row.ledger
  const inside = at.timeline.places.filter(
    ({ position }) => position >= window.first && position <= window.last,
  )
  if (inside.length > maxWindow) {
    throw badInput(
      `Cells are told for at most ${maxWindow} chapters, here ${inside.length}; give a window, or use the thresholds.`,
    )
  }
  const touches = new Set(
    (await loaders.touches.load({ window, id: row.entityId })).map(({ position }) => position),
  )
  return inside.map(({ position }) => ({
    chapter: at.timeline.numberAt(position),
    state: stateAt(row, position),
    touched: touches.has(position),
  }))
}

const LedgerRow = builder.objectRef<RowIn>('LedgerRow').implement({
  description:
    'One setting of the ledger (全书台账): two thresholds and sparse touches say everything.',
  fields: (t) => ({
    entity: t.field({
      type: ClosableEntity,
      description: 'The setting.',
      resolve: async ({ entityId, ledger }, _args, { loaders }) => {
        const entity = await loaders.entities.load({ workId: ledger.at.workId, id: entityId })
        if (!entity) throw new Error(`There is no entity ${entityId}.`)
        return entity
      },
    }),
    state: t.field({
      type: LedgerState,
      description: 'State at the end of the window.',
      resolve: ({ state }) => state,
    }),
    unclosed: t.exposeBoolean('unclosed', {
      description: '未收口. An ending is planned but not reached by the head chapter.',
    }),
    firstConsumedChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'First mention or step, also outside the window.',
      resolve: ({ firstConsumed, ledger }) => toNumber(firstConsumed, ledger),
    }),
    closedChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'Where an ending happened, also outside the window.',
      resolve: ({ closed, ledger }) => toNumber(closed, ledger),
    }),
    touches: t.field({
      type: [LedgerTouch],
      description: 'Only chapters of the window in which something happened.',
      resolve: async ({ entityId, ledger }, _args, { loaders }) =>
        (await loaders.touches.load({ window: ledger.window, id: entityId })).map((touch) => ({
          ...touch,
          ledger,
        })),
    }),
    cells: t.field({
      type: [LedgerCell],
      directives: { cost: { weight: 50 } },
      description: 'One cell a chapter of the window; prefer the thresholds and `touches`.',
      resolve: (row, _args, context) => cellsOf(row, context),
    }),
  }),
})

function toNumber(position: number | undefined, { at }: LedgerValue): number | null {
  return position === undefined ? null : at.timeline.numberAt(position)
}

const LedgerRowFilter = builder.inputType('LedgerRowFilter', {
  description: 'Which rows are meant.',
  fields: (t) => ({
    types: t.field({ type: [EntityType], description: 'Of these types.' }),
    tiers: t.field({ type: [EntityTier], description: 'Of these tiers.' }),
    states: t.field({
      type: [LedgerState],
      description: 'In these states at the end of the window.',
    }),
    unclosed: t.boolean({ description: '未收口, or not.' }),
    entityIds: t.idList({ description: 'These entities.' }),
  }),
})

function toFilter(given: typeof LedgerRowFilter.$inferInput | null | undefined): LedgerFilter {
  return {
    types: given?.types ?? undefined,
    tiers: given?.tiers ?? undefined,
    states: given?.states ?? undefined,
    unclosed: given?.unclosed ?? undefined,
    entityIds: given?.entityIds?.map(
      (id) => rowId(id, entityTypeNodes, ['filter', 'entityIds']).id,
    ),
  }
}

const Ledger = builder.objectRef<LedgerValue>('Ledger').implement({
  description:
    'Setting × chapter matrix (设定 × 章), derived from the tables on every read; no row of it is stored.',
  fields: (t) => ({
    window: t.field({
      type: ChapterRange,
      description: 'The chapters it covers.',
      resolve: ({ at, window }) => {
        const next = at.timeline.places.find(({ position }) => position > window.last)
        return { range: { from: window.first, until: next?.position }, timeline: at.timeline }
      },
    }),
    asOf: t.field({
      type: AsOf,
      description: 'Last chapter of the window, and the revision read.',
      resolve: ({ at }) => at,
    }),
    summary: t.field({
      type: LedgerSummary,
      description: 'Counts over all rows.',
      resolve: ({ window }, _args, { loaders }) => loaders.ledgerSummaries.load(window),
    }),
    sha256: t.field({
      type: 'Sha256',
      description: 'Hash over all rows of the window: two computations at one revision agree.',
      resolve: async ({ window }, _args, { loaders }) =>
        (await loaders.ledgerSummaries.load(window)).sha256,
    }),
    rows: t.connection(
      {
        type: LedgerRow,
        description: 'Rows, in the order of their keys.',
        args: { filter: t.arg({ type: LedgerRowFilter, description: 'Which ones.' }) },
        resolve: (ledger, { filter, ...args }, { db }) => {
          const wanted = toFilter(filter)
          return keyset<RowIn>({
            list: 'ledger',
            args,
            defaultSize: 50,
            keyOf: ({ key }) => key,
            load: async (page) =>
              (await findLedgerRows(db, ledger.window, { filter: wanted, page })).map((row) => ({
                ...row,
                ledger,
              })),
            count: () => countLedgerRows(db, ledger.window, wanted),
          })
        },
      },
      ...connectionOf('LedgerRow', 'Rows'),
    ),
  }),
})

builder.objectField(Work, 'ledger', (t) =>
  t.field({
    type: Ledger,
    nullable: true,
    directives: { cost: { weight: 20 } },
    description:
      'Every setting against every chapter (全书台账). Cells of a window of more than 200 chapters are refused; thresholds are not.',
    args: { window: t.arg({ type: ChapterWindowInput, description: 'Null = the whole book.' }) },
    resolve: async (work, { window }, context) => {
      const timeline = await context.loaders.timelines.load(work.id)
      return openLedger(context, { work, window: resolveWindow(timeline, window) })
    },
  }),
)

/** The ledger of a work, over a window or the whole book. */
export async function openLedger(
  { db, loaders }: Context,
  {
    work,
    window,
  }: { readonly work: typeof Work.$inferType; readonly window: PositionWindow | undefined },
): Promise<LedgerValue> {
  const timeline = await loaders.timelines.load(work.id)
  const { first, last } = window ?? { first: 0, last: 0 }
  const at = await resolveCoordinates(db, work, { chapter: timeline.numberAt(last) })
  const head = timeline.head === undefined ? 0 : (timeline.positionOf(timeline.head) ?? 0)
  return { at, window: { workId: work.id, revision: at.revision, first, last, head } }
}
