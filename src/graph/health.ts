import { resolveWindow } from '#app/chapter-window.ts'
import {
  type Alarm,
  alarmKinds,
  countAlarms,
  type AlarmKind as Kind,
  listAlarms,
} from '#db/health.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import { Entity } from './entity.ts'
import { AlarmKind, Severity } from './enums.ts'
import { type LedgerValue, openLedger } from './ledger.ts'
import { Work } from './work.ts'

type AlarmIn = Alarm & { readonly ledger: LedgerValue }

const words: Readonly<Record<Kind, { readonly message: string; readonly mend: string }>> = {
  NEVER_TOUCHED: {
    message: 'Confirmed, but the text never touched it.',
    mend: 'Write it into a chapter, or retire it with a reason.',
  },
  UNCLOSED: {
    message: 'Its ending is planned, but not reached.',
    mend: 'Write its ending and record a step of phase ENDING, or plan another one.',
  },
  OPEN_DOUBT: {
    message: 'A declared doubt stands in for a field.',
    mend: 'Give the field by a REVISE, and drop the doubt.',
  },
}

const HealthAlarm = builder.objectRef<AlarmIn>('HealthAlarm').implement({
  description: 'Something amiss with the work, and how to mend it.',
  fields: (t) => ({
    kind: t.field({ type: AlarmKind, description: 'What is amiss.', resolve: ({ kind }) => kind }),
    severity: t.field({
      type: Severity,
      description: 'How much it weighs.',
      resolve: () => 'WARNING' as const,
    }),
    entity: t.field({
      type: Entity,
      nullable: true,
      description: 'Whom it is about.',
      resolve: ({ entityId, ledger }, _args, { loaders }) =>
        loaders.entities.load({ workId: ledger.at.workId, id: entityId }),
    }),
    field: t.exposeString('field', { nullable: true, description: 'The field, of OPEN_DOUBT.' }),
    message: t.string({
      description: 'What it means.',
      resolve: ({ kind }) => words[kind].message,
    }),
    mend: t.string({
      description: 'What to do about it.',
      resolve: ({ kind }) => words[kind].mend,
    }),
    sinceChapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'Chapter from which it holds.',
      resolve: ({ since, ledger }) =>
        since === undefined ? null : ledger.at.timeline.numberAt(since),
    }),
  }),
})

builder.objectField(Work, 'health', (t) =>
  t.connection(
    {
      type: HealthAlarm,
      directives: { cost: { weight: 20 } },
      description: 'Alarms of the whole work, computed now.',
      args: { kinds: t.arg({ type: [AlarmKind], description: 'Only these; null = all.' }) },
      resolve: async (work, { kinds, ...args }, context) => {
        const timeline = await context.loaders.timelines.load(work.id)
        const ledger = await openLedger(context, { work, window: resolveWindow(timeline, null) })
        const wanted = kinds ?? alarmKinds
        return keyset<AlarmIn>({
          list: 'health',
          args,
          defaultSize: 50,
          keyOf: ({ key }) => key,
          load: async (page) =>
            (await listAlarms(context.db, ledger.window, { kinds: wanted, page })).map((alarm) => ({
              ...alarm,
              ledger,
            })),
          count: () => countAlarms(context.db, ledger.window, wanted),
        })
      },
    },
    ...connectionOf('HealthAlarm', 'Alarms'),
  ),
)
