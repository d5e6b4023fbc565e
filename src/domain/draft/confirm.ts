import type { EntityConfirm } from '../gates/entity-confirm.ts'
import type { AddAlias, Arc, Create, Proposal, Revise } from './proposal.ts'
import {
  aliasRow,
  type Deciding,
  factRows,
  lost,
  opRow,
  proofOf,
  stepRows,
  toPositions,
  unsourced,
  type Written,
} from './rows.ts'
import {
  arcState,
  factsAfter,
  fieldsAfter,
  registered,
  type Target,
  withEnding,
  withInitials,
} from './target.ts'

/** What confirming one draft writes, and what the gates are asked about it. */
export interface Confirmation extends Written {
  readonly target: Target
  readonly arc: Arc | undefined
  readonly ends: { readonly source: number; readonly target: number } | undefined
  readonly check: Omit<EntityConfirm, 'unknownRefs'>
}

/** Decides what a confirmed proposal makes of its target. Pure; the gates are asked about `check`. */
export function confirmProposal(proposal: Proposal, target: Target, by: Deciding): Confirmation {
  switch (proposal.operation) {
    case 'CREATE':
      return confirmCreate(proposal, target, by)
    case 'REVISE':
      return confirmRevise(proposal, target, by)
    case 'ADD_ALIAS':
      return confirmAddAlias(proposal, target, by)
  }
}

function confirmCreate(proposal: Create, before: Target, by: Deciding): Confirmation {
  const { facts: values, evolution } = proposal
  const range = toPositions(proposal.range, by.timeline)
  const proof = proofOf(proposal.sources, by)
  const arc = before.type.owesClosure
    ? withEnding(proposal.arc, evolution, by.endingDirection)
    : proposal.arc
  const target: Target = {
    ...before,
    tier: proposal.tier,
    range,
    doubts: proposal.doubts,
    extra: proposal.extra,
    arc: arcState(before.arc, evolution, { arc, timeline: by.timeline }),
    fields: new Set(Object.keys(values).filter((name) => values[name] !== '')),
    facts: withInitials(before.type, values),
  }
  const written = {
    facts: Object.entries(values).flatMap(([name, value]) =>
      factRows(name, value, { field: registered(before, name), range, proof }),
    ),
    aliases: proposal.aliases.map((alias) => aliasRow(alias, proof, by)),
    steps: stepRows(evolution, proof, by),
  }
  const coverageOf = Object.keys(target.type.fields)
  const check = checkOf(target, { isFirst: true, touchesArc: true, coverageOf })
  return {
    target,
    ...written,
    arc,
    ends: proposal.ends,
    check: { ...check, ...proven(written, by) },
  }
}

function confirmRevise(proposal: Revise, before: Target, by: Deciding): Confirmation {
  const { ops, evolution, sources } = proposal
  const proof = proofOf(sources, by)
  const arc =
    proposal.arc &&
    withEnding(proposal.arc, [...before.arc.happened, ...evolution], by.endingDirection)
  const target: Target = {
    ...before,
    tier: proposal.tier ?? before.tier,
    range: proposal.range ? toPositions(proposal.range, by.timeline) : before.range,
    doubts: proposal.doubts ?? before.doubts,
    arc: arcState(before.arc, evolution, { arc, timeline: by.timeline }),
    fields: fieldsAfter(before, ops),
    facts: factsAfter(before, ops),
  }
  const written = {
    facts: ops.map((op) => opRow(op, registered(before, op.field), proof)),
    aliases: [],
    steps: stepRows(evolution, proof, by),
  }
  const touchesArc = arc !== undefined || evolution.length > 0
  const check = checkOf(target, {
    isFirst: false,
    touchesArc,
    coverageOf: covered(proposal, target),
  })
  const ambiguouslySourced = ops.flatMap(({ field, source }, index) =>
    registered(before, field).temporal === 'LASTING' && source === undefined && sources.length > 1
      ? [`/ops/${index}/source`]
      : [],
  )
  return {
    target,
    ...written,
    arc,
    ends: undefined,
    check: { ...check, ...proven(written, by), ambiguouslySourced },
  }
}

function confirmAddAlias({ alias }: AddAlias, target: Target, by: Deciding): Confirmation {
  const written = { facts: [], aliases: [aliasRow(alias, proofOf([], by), by)], steps: [] }
  const check = checkOf(target, { isFirst: false, touchesArc: false, coverageOf: [] })
  return {
    target,
    ...written,
    arc: undefined,
    ends: undefined,
    check: { ...check, ...proven(written, by) },
  }
}

function proven(written: Written, by: Deciding) {
  return { unsourced: unsourced(written), lostSources: lost(written, by), ambiguouslySourced: [] }
}

function checkOf(
  { type, facts, fields, doubts, arc }: Target,
  told: { isFirst: boolean; touchesArc: boolean; coverageOf: readonly string[] },
) {
  return {
    type,
    isFirst: told.isFirst,
    facts,
    hasField: (name: string) => fields.has(name),
    coverageOf: told.coverageOf,
    doubts,
    arc: told.touchesArc ? arc : undefined,
  }
}

/** Fields that the revision can have left without a value, and those that are owed because of another one. */
function covered({ ops, doubts }: Revise, { type }: Target): string[] {
  const touched = new Set(ops.map(({ field }) => field))
  return Object.entries(type.fields)
    .filter(
      ([name, { onlyWhen }]) =>
        doubts || touched.has(name) || (onlyWhen && touched.has(onlyWhen.field)),
    )
    .map(([name]) => name)
}
