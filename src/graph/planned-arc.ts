import type { PlannedArc as ArcValue, PlannedStepRow } from '#db/arcs.ts'
import type { Timeline } from '#domain/story-time.ts'
import { builder } from './builder.ts'
import { ChapterRange } from './coordinates.ts'
import { EvolutionPhase } from './enums.ts'

export interface PlannedArcValue extends Omit<ArcValue, 'entityId'> {
  readonly workId: number
  readonly timeline: Timeline
}

type StepValue = PlannedStepRow & { readonly workId: number; readonly timeline: Timeline }

const PlannedStep = builder.objectRef<StepValue>('PlannedStep').implement({
  description: 'A planned step of an arc.',
  fields: (t) => ({
    id: t.id({
      description: 'Given when proposed.',
      resolve: ({ workId, id }) => `PlannedStep_${workId}_${id}`,
    }),
    phase: t.field({ type: EvolutionPhase, description: '周期.', resolve: ({ phase }) => phase }),
    description: t.exposeString('description', { description: 'What is planned.' }),
    window: t.field({
      type: ChapterRange,
      nullable: true,
      description: 'When it is meant to happen.',
      resolve: ({ window, timeline }) => (window ? { range: window, timeline } : null),
    }),
  }),
})

export const PlannedArc = builder.objectRef<PlannedArcValue>('PlannedArc').implement({
  description:
    '成长弧线. What is meant to happen, from entrance to ending; no canon view leads here.',
  fields: (t) => ({
    revision: t.exposeInt('revision', {
      description: 'How often the arc was replaced; 0 in a draft.',
    }),
    steps: t.field({
      type: [PlannedStep],
      description: 'Planned steps.',
      resolve: ({ steps, workId, timeline }) =>
        steps.map((step) => ({ ...step, workId, timeline })),
    }),
    hasEntrance: t.boolean({
      description: 'An ENTRANCE is planned.',
      resolve: ({ steps }) => steps.some(({ phase }) => phase === 'ENTRANCE'),
    }),
    hasEnding: t.boolean({
      description: 'An ENDING is planned, or an ending direction is given.',
      resolve: ({ steps, endingDirection }) =>
        endingDirection !== undefined || steps.some(({ phase }) => phase === 'ENDING'),
    }),
    endingDirection: t.exposeString('endingDirection', {
      nullable: true,
      description: 'How it is meant to end, in words.',
    }),
  }),
})
