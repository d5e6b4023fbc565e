import { resolveWindow } from '#app/chapter-window.ts'
import { type Block, countBlocks, findBlocks, type KeyedBlock } from '#db/blocks.ts'
import { type Chapter as ChapterValue, countCharacters, findVolumes } from '#db/chapters.ts'
import { wholeBook } from './authoring.ts'
import { builder } from './builder.ts'
import { connectionOf, keyset } from './connection.ts'
import type { Context } from './context.ts'
import { ChapterRange, ChapterWindowInput } from './coordinates.ts'
import { ChapterKind, ChapterStatus } from './enums.ts'
import { localOf, parseLocal, workIdOf } from './global-id.ts'
import { Work, workOf } from './work.ts'

export const Chapter = builder.objectRef<ChapterValue>('Chapter')
export const ContentBlock = builder.objectRef<Block>('ContentBlock')

builder.node(Chapter, {
  description: 'A chapter in the authoring view.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'printedNumber' in value,
  id: { description: 'Opaque and lasting, wherever the chapter is moved.', resolve: localOf },
  loadOne: (id, { loaders }) => {
    const row = parseLocal(id)
    return row && loaders.chapters.load(row)
  },
  fields: (t) => ({
    number: t.field({
      type: 'ChapterNumber',
      description: 'Its rank in reading order now.',
      resolve: async (chapter, _args, context) => {
        const { numberAt, placeOfChapter } = await context.loaders.timelines.load(chapter.workId)
        return numberAt(placeOfChapter(chapter.id)?.position ?? 0)
      },
    }),
    label: t.exposeString('label', { description: 'As printed, e.g. 第一百零八回.' }),
    title: t.exposeString('title', { description: 'Title, perhaps empty.' }),
    printedNumber: t.exposeInt('printedNumber', {
      nullable: true,
      description: 'Number as printed.',
    }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'Part of a chapter cut in several, e.g. 上.',
    }),
    volumeNumber: t.exposeInt('volumeNumber', {
      nullable: true,
      description: 'Volume it stands in.',
    }),
    kind: t.field({
      type: ChapterKind,
      description: 'What kind of chapter.',
      resolve: ({ kind }) => kind,
    }),
    status: t.field({
      type: ChapterStatus,
      description: 'How far it is.',
      resolve: ({ status }) => status,
    }),
    revision: t.exposeInt('revision', { description: 'Revision of its text; 0 without text.' }),
    contentSha256: t.expose('contentSha256', {
      type: 'Sha256',
      description: 'Hash over its paragraphs.',
    }),
    charCount: t.exposeInt('charCount', { description: 'Characters without white space.' }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its text became canonical.',
    }),
    work: t.field({
      type: Work,
      description: 'Its work.',
      resolve: ({ workId }, _args, context) => workOf(workId, context),
    }),
    blocks: t.connection(
      {
        type: ContentBlock,
        description: 'Its paragraphs.',
        resolve: async (chapter, args, context) => {
          const at = await wholeBook(context.loaders, chapter.workId)
          const position = at.timeline.placeOfChapter(chapter.id)?.position ?? -1
          const window = { first: position, last: position }
          return keyset<KeyedBlock>({
            list: 'blocks',
            args,
            defaultSize: 50,
            keyOf: ({ key }) => key,
            load: (page) => findBlocks(context.db, at, { ...window, page }),
            count: () => countBlocks(context.db, at, window),
          })
        },
      },
      ...connectionOf('ContentBlock', 'Paragraphs'),
    ),
  }),
})

builder.node(ContentBlock, {
  description: 'A paragraph of canonical text.',
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'ordinal' in value,
  id: { description: 'Opaque and lasting; what sources cite.', resolve: localOf },
  loadOne: (id, { loaders }) => {
    const row = parseLocal(id)
    return row && loaders.blocks.load(row)
  },
  fields: (t) => ({
    chapter: t.field({
      type: Chapter,
      description: 'Its chapter.',
      resolve: ({ workId, chapterId }, _args, context) =>
        chapterOf({ workId, id: chapterId }, context),
    }),
    text: t.exposeString('text', { description: 'NFC text.' }),
    revision: t.exposeInt('revision', { description: 'Revision of this paragraph.' }),
    contentSha256: t.expose('contentSha256', { type: 'Sha256', description: 'Hash of the text.' }),
  }),
})

/** The chapter of a row. */
export async function chapterOf(
  row: { workId: number; id: number },
  { loaders }: Context,
): Promise<ChapterValue> {
  const chapter = await loaders.chapters.load(row)
  if (!chapter) throw new Error(`There is no chapter ${row.id}.`)
  return chapter
}

interface VolumeValue {
  readonly number: number
  readonly title: string
  readonly positions: readonly number[]
  readonly timeline: Awaited<ReturnType<typeof wholeBook>>['timeline']
}

const Volume = builder.objectRef<VolumeValue>('Volume').implement({
  description: 'A volume (卷).',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number.' }),
    title: t.exposeString('title', { description: 'Its title, perhaps empty.' }),
    chapters: t.field({
      type: ChapterRange,
      nullable: true,
      description: 'The chapters it holds; null while it has none.',
      resolve: ({ positions, timeline }) => {
        const [from] = positions
        if (from === undefined) return null
        const next = timeline.places.find(({ position }) => position > (positions.at(-1) ?? 0))
        return { range: { from, until: next?.position }, timeline }
      },
    }),
  }),
})

builder.objectFields(Work, (t) => ({
  charCount: t.int({
    description: 'Characters of canonical text without white space.',
    resolve: async ({ id }, _args, { db }) => countCharacters(db, id),
  }),
  volumes: t.field({
    type: [Volume],
    description: 'Volumes, in their order.',
    resolve: async ({ id }, _args, { db, loaders }) => {
      const timeline = await loaders.timelines.load(id)
      const volumes = await findVolumes(db, id)
      return volumes.map(({ number, title, chapterIds }) => ({
        number,
        title,
        timeline,
        positions: chapterIds
          .flatMap((chapterId) => timeline.placeOfChapter(chapterId)?.position ?? [])
          .sort((a, b) => a - b),
      }))
    },
  }),
  chapters: t.connection(
    {
      type: Chapter,
      description: 'Chapters in reading order.',
      args: { window: t.arg({ type: ChapterWindowInput, description: 'Which ones; null = all.' }) },
      resolve: async ({ id }, { window, ...args }, context) => {
        const { places, ...timeline } = await context.loaders.timelines.load(id)
        const asked = resolveWindow({ places, ...timeline }, window) ?? { first: 1, last: 0 }
        const inside = places.filter(
          ({ position }) => position >= asked.first && position <= asked.last,
        )
        return keyset<ChapterValue>({
          list: 'chapters',
          args,
          keyOf: ({ id: chapterId }) => timeline.placeOfChapter(chapterId)?.position ?? 0,
          load: async ({ limit, after = -1, before = Number.MAX_SAFE_INTEGER, backward }) => {
            const found = inside.filter(
              ({ position }) => position > Number(after) && position < Number(before),
            )
            const page = backward ? found.reverse().slice(0, limit) : found.slice(0, limit)
            return Promise.all(
              page.map(({ chapterId }) => chapterOf({ workId: id, id: chapterId }, context)),
            )
          },
          count: async () => inside.length,
        })
      },
    },
    ...connectionOf('Chapter', 'Chapters'),
  ),
}))

builder.queryField('chapter', (t) =>
  t.field({
    type: Chapter,
    nullable: true,
    description: 'One chapter in the authoring view; null where there is none.',
    args: {
      workId: t.arg.id({ required: true, description: 'Its work.' }),
      number: t.arg({ type: 'ChapterNumber', required: true, description: 'Its number now.' }),
    },
    resolve: async (_root, { workId, number }, { loaders }) => {
      const id = workIdOf(workId, ['workId'])
      if (!(await loaders.works.load(id))) return null
      const place = (await loaders.timelines.load(id)).placeNumbered(number)
      return place ? loaders.chapters.load({ workId: id, id: place.chapterId }) : null
    },
  }),
)
