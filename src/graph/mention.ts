import {
  type BlockAttribution as AttributionValue,
  type CastRow,
  countAmbiguousMentions,
  listAmbiguousMentions,
  type AmbiguousMention as MentionValue,
} from '#db/attributions.ts'
import { builder } from './builder.ts'
import { Chapter, ContentBlock } from './chapter.ts'
import { connectionOf, keyset } from './connection.ts'
import type { Context } from './context.ts'
import { Decision, decisionOf } from './decision.ts'
import { Entity } from './entity.ts'
import { Work } from './work.ts'

async function entityOf(workId: number, id: number, { loaders }: Context) {
  const entity = await loaders.entities.load({ workId, id })
  if (!entity) throw new Error(`There is no entity ${id}.`)
  return entity
}

const CastMember = builder
  .objectRef<CastRow & { readonly workId: number }>('CastMember')
  .implement({
    description: 'Who or what occurs in a chapter.',
    fields: (t) => ({
      entity: t.field({
        type: Entity,
        description: 'Who.',
        resolve: ({ workId, entityId }, _args, context) => entityOf(workId, entityId, context),
      }),
      mentions: t.exposeInt('mentions', { description: 'How often, by any of their names.' }),
    }),
  })

builder.objectField(Chapter, 'cast', (t) =>
  t.field({
    type: [CastMember],
    directives: { cost: { weight: 5 } },
    description: 'Who and what occurs in it, most mentioned first.',
    resolve: async ({ workId, id }, _args, { loaders }) =>
      (await loaders.casts.load({ workId, id })).map((row) => ({ ...row, workId })),
  }),
)

const BlockAttribution = builder
  .objectRef<AttributionValue & { readonly workId: number }>('BlockAttribution')
  .implement({
    description: 'An occurrence of a name, tied to its owner.',
    fields: (t) => ({
      entity: t.field({
        type: Entity,
        description: 'The owner.',
        resolve: ({ workId, entityId }, _args, context) => entityOf(workId, entityId, context),
      }),
      quote: t.exposeString('quote', { description: 'The name as it stands there.' }),
      startOffset: t.exposeInt('start', { description: 'In code points of the block.' }),
      endOffset: t.exposeInt('end', { description: 'Half-open.' }),
      byPresence: t.exposeBoolean('byPresence', {
        description: 'Settled because only one owner is present in the chapter.',
      }),
      decision: t.field({
        type: Decision,
        description: 'Confirmed the name or brought the text, whichever came later.',
        resolve: ({ workId, decisionId }, _args, context) =>
          decisionOf({ workId, id: decisionId }, context),
      }),
    }),
  })

builder.objectField(ContentBlock, 'attributions', (t) =>
  t.field({
    type: [BlockAttribution],
    description: 'Whom its words mention, from the mention scan.',
    resolve: async ({ workId, id }, _args, { loaders }) =>
      (await loaders.attributions.load({ workId, id })).map((row) => ({ ...row, workId })),
  }),
)

const AmbiguousMention = builder.objectRef<MentionValue>('AmbiguousMention').implement({
  description:
    'A mention whose name has several owners in force and none alone present: kept and listed, never counted.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque.',
      resolve: ({ workId, id }) => `AmbiguousMention_${workId}_${id}`,
    }),
    mention: t.exposeString('surface', { description: 'The words.' }),
    chapter: t.field({
      type: 'ChapterNumber',
      description: 'Where it stands.',
      resolve: async ({ workId, position }, _args, { loaders }) =>
        (await loaders.timelines.load(workId)).numberAt(position),
    }),
    block: t.field({
      type: ContentBlock,
      nullable: true,
      description: 'The paragraph.',
      resolve: ({ workId, blockId }, _args, { loaders }) =>
        loaders.blocks.load({ workId, id: blockId }),
    }),
    startOffset: t.exposeInt('start', { description: 'In code points of the block.' }),
    endOffset: t.exposeInt('end', { description: 'Half-open.' }),
    candidates: t.field({
      type: [Entity],
      description: 'Who has the name there.',
      resolve: async ({ workId, id }, _args, context) => {
        const owners = await context.loaders.mentionOwners.load({ workId, id })
        return Promise.all(owners.map(({ entityId }) => entityOf(workId, entityId, context)))
      },
    }),
  }),
})

builder.objectField(Work, 'ambiguousMentions', (t) =>
  t.connection(
    {
      type: AmbiguousMention,
      description: 'Mentions that wait for somebody to say who is meant.',
      resolve: ({ id }, args, { db }) =>
        keyset<MentionValue>({
          list: 'ambiguous',
          args,
          keyOf: (mention) => mention.id,
          load: (page) => listAmbiguousMentions(db, id, page),
          count: () => countAmbiguousMentions(db, id),
        }),
    },
    ...connectionOf('AmbiguousMention', 'Mentions'),
  ),
)
