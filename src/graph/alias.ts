import type { Coordinates } from '#db/coordinates.ts'
import type { AliasKind as AliasKindName } from '#domain/draft/proposal.ts'
import type { PositionRange } from '#domain/story-time.ts'
import { builder } from './builder.ts'
import { ChapterRange } from './coordinates.ts'
import { AliasKind } from './enums.ts'
import { SourceRef } from './source-ref.ts'

/** A name, seen from coordinates; in the authoring view from the end of the book. */
export interface AliasValue {
  readonly alias: {
    readonly id: number
    readonly text: string
    readonly kind: AliasKindName
    readonly context?: string | undefined
    readonly isPrimary: boolean
    readonly range: PositionRange
    readonly sourceId?: number | undefined
  }
  readonly at: Coordinates
}

export const Alias = builder.objectRef<AliasValue>('Alias').implement({
  description: 'One name or alias; a row of its own, with a range.',
  fields: (t) => ({
    id: t.id({
      description: 'Given when proposed.',
      resolve: ({ alias, at }) => `Alias_${at.workId}_${alias.id}`,
    }),
    text: t.string({ description: 'The name.', resolve: ({ alias }) => alias.text }),
    kind: t.field({
      type: AliasKind,
      description: 'What kind of name.',
      resolve: ({ alias }) => alias.kind,
    }),
    context: t.string({
      nullable: true,
      description: 'Where it came from, e.g. 成为天云宗主后.',
      resolve: ({ alias }) => alias.context,
    }),
    validity: t.field({
      type: ChapterRange,
      description: 'When it is in use.',
      resolve: ({ alias, at }) => ({ range: alias.range, timeline: at.timeline }),
    }),
    source: t.field({
      type: SourceRef,
      nullable: true,
      description: 'What proves it; null only in a draft that a person still has to vouch for.',
      resolve: async ({ alias, at }, _args, { loaders }) => {
        if (alias.sourceId === undefined) return null
        const source = await loaders.sources.load({ at, id: alias.sourceId })
        return source ? { source, at } : null
      },
    }),
    isPrimary: t.boolean({
      description: 'Shown as the name where several are in force.',
      resolve: ({ alias }) => alias.isPrimary,
    }),
  }),
})
