import type { Coordinates } from '#db/coordinates.ts'
import type { Phase } from '#domain/draft/proposal.ts'
import { builder } from './builder.ts'
import { EvolutionPhase } from './enums.ts'
import { SourceRef } from './source-ref.ts'

export interface StepValue {
  readonly step: {
    readonly id: number
    readonly position: number
    readonly step: string
    readonly phase: Phase
    readonly sourceId?: number | undefined
  }
  readonly at: Coordinates
}

export const EvolutionStep = builder.objectRef<StepValue>('EvolutionStep').implement({
  description: 'One step that happened (演变历程): 章, 台阶, 周期.',
  fields: (t) => ({
    id: t.id({
      description: 'Given when proposed.',
      resolve: ({ step, at }) => `EvolutionStep_${at.workId}_${step.id}`,
    }),
    chapter: t.field({
      type: 'ChapterNumber',
      description: '章. Where it happened.',
      resolve: ({ step, at }) => at.timeline.numberAt(step.position),
    }),
    step: t.string({
      description: '台阶. What happened, in a few words.',
      resolve: ({ step }) => step.step,
    }),
    phase: t.field({
      type: EvolutionPhase,
      description: '周期.',
      resolve: ({ step }) => step.phase,
    }),
    source: t.field({
      type: SourceRef,
      nullable: true,
      description: 'What proves it; null only in a draft that a person still has to vouch for.',
      resolve: async ({ step, at }, _args, { loaders }) => {
        if (step.sourceId === undefined) return null
        const source = await loaders.sources.load({ at, id: step.sourceId })
        return source ? { source, at } : null
      },
    }),
  }),
})
