import type { ArcState, EntityConfirm } from './entity-confirm.ts'
import type { Finding, Gate } from './gate.ts'

/** 闭环: what owes a beginning and an end has an entrance and a declared ending, in this order. */
export const closureGate: Gate<EntityConfirm> = {
  name: 'closure',
  codes: ['ARC_ENTRANCE_MISSING', 'ARC_ENDING_MISSING', 'ARC_ORDER'],
  check: ({ type, arc }) =>
    type.owesClosure && arc ? [...entranceOf(arc), ...endingOf(arc), ...orderOf(arc)] : [],
}

function entranceOf(arc: ArcState): Finding[] {
  if (hasPhase(arc, 'ENTRANCE')) return []
  return [
    {
      code: 'ARC_ENTRANCE_MISSING',
      severity: 'BLOCKING',
      message: 'Nothing says how it enters the story (登场).',
      mend: 'Add a step or a planned step of phase ENTRANCE; `arcsSuggest` finds the first mention.',
      paths: ['/evolution', '/plannedArc/steps'],
    },
  ]
}

function endingOf(arc: ArcState): Finding[] {
  if (hasPhase(arc, 'ENDING') || arc.endingDirection) return []
  return [
    {
      code: 'ARC_ENDING_MISSING',
      severity: 'BLOCKING',
      message: 'Nothing says how it ends (结局).',
      mend: 'Add a step or a planned step of phase ENDING, or an ending direction in words.',
      paths: ['/evolution', '/plannedArc/steps', '/plannedArc/endingDirection'],
    },
  ]
}

function orderOf(arc: ArcState): Finding[] {
  const entrance = earliest(arc, 'ENTRANCE')
  const ending = earliest(arc, 'ENDING')
  if (entrance === undefined || ending === undefined || entrance <= ending) return []
  return [
    {
      code: 'ARC_ORDER',
      severity: 'BLOCKING',
      message: 'It ends before it enters the story.',
      mend: 'Move the ending behind the entrance, or the entrance before it.',
      paths: ['/evolution', '/plannedArc/steps'],
    },
  ]
}

function hasPhase({ happened, planned }: ArcState, phase: string): boolean {
  return [...happened, ...planned].some((step) => step.phase === phase)
}

/** Where a phase begins: what happened counts before what is planned. */
function earliest({ happened, planned }: ArcState, phase: string): number | undefined {
  const positions = happened.filter((step) => step.phase === phase).map(({ position }) => position)
  const windows = planned.flatMap((step) =>
    step.phase === phase && step.window ? [step.window.from] : [],
  )
  const known = positions.length > 0 ? positions : windows
  return known.length > 0 ? Math.min(...known) : undefined
}
