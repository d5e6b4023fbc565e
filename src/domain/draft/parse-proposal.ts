import type { EntityTypeName } from '../entity-types/entity-type-name.ts'
import type { Field } from '../entity-types/field.ts'
import { entityTypes, fieldOf } from '../entity-types/registry.ts'
import {
  at,
  type Parsing,
  parseOne,
  parseValue,
  type RefInput,
  type Value,
} from '../entity-types/value.ts'
import { type FactOp, factOps } from '../facts/fold.ts'
import type { ChapterIdRange, Timeline } from '../story-time.ts'
import { isRefusedAlias } from '../text/refused-aliases.ts'
import type {
  AddAliasInput,
  AliasInput,
  ArcInput,
  CreateInput,
  DoubtInput,
  OpInput,
  RangeInput,
  ReviseInput,
  SourceInput,
  StepInput,
} from './input.ts'
import type {
  AddAlias,
  Arc,
  Create,
  Doubt,
  ProposedAlias,
  ProposedOp,
  ProposedStep,
  Revise,
} from './proposal.ts'

/** What parsing needs to know of the work; `newId` gives ids to the rows that a proposal may name later. */
export interface ParsingContext extends Parsing {
  readonly timeline: Timeline
  readonly newId: () => number
}

const maxNameLength = 200

export function parseCreate(input: CreateInput, on: ParsingContext): Create<RefInput, SourceInput> {
  const type = entityTypes[input.type]
  const name = parseName(input.name, step(on, 'name'))
  const range = parseRange(input.validity, step(on, 'validity'))
  const { source, target, doubts, extra, ...facts } = input.facts
  if (type.computed)
    refuse(step(on, 'facts'), 'TYPE_COMPUTED', 'change the fact that owns the value instead')
  return {
    operation: 'CREATE',
    name,
    tier: input.tier ?? 'DECORATIVE',
    range,
    aliases: parseNames(name, range, { ...input, on: step(on, 'aliases') }),
    facts: parseFacts(input.type, facts, step(on, 'facts')),
    ends: type.relates ? parseEnds({ source, target }, step(on, 'facts')) : undefined,
    evolution: parseSteps(input.evolution, step(on, 'evolution')),
    arc: parseArc(input.plannedArc, step(on, 'plannedArc')),
    doubts: parseDoubts(
      input.type,
      doubts as DoubtInput[] | undefined,
      step(on, 'facts', 'doubts'),
    ),
    extra: extra ?? undefined,
    sources: input.sources,
  }
}

export function parseRevise(
  type: EntityTypeName,
  input: ReviseInput,
  on: ParsingContext,
): Revise<RefInput, SourceInput> {
  return {
    operation: 'REVISE',
    ops: input.ops.flatMap((op, index) => parseOp(type, op, step(on, 'ops', `${index}`)) ?? []),
    range: input.validity ? parseRange(input.validity, step(on, 'validity')) : undefined,
    tier: input.tier ?? undefined,
    evolution: parseSteps(input.evolution, step(on, 'evolution')),
    arc: parseArc(input.plannedArc, step(on, 'plannedArc')),
    doubts: input.doubts ? parseDoubts(type, input.doubts, step(on, 'doubts')) : undefined,
    sources: input.sources,
  }
}

export function parseAddAlias(input: AddAliasInput, on: ParsingContext): AddAlias<SourceInput> {
  return { operation: 'ADD_ALIAS', alias: parseAlias(input.alias, undefined, step(on, 'alias')) }
}

/** The name stands among the aliases once, as the primary one of kind NAME. */
function parseNames(
  name: string,
  range: ChapterIdRange,
  {
    aliases,
    on,
  }: { readonly aliases?: readonly AliasInput[] | null | undefined; readonly on: ParsingContext },
): ProposedAlias<SourceInput>[] {
  const given = (aliases ?? []).map((alias, index) =>
    parseAlias(alias, range, step(on, `${index}`)),
  )
  const unique = given.filter(
    (alias, index) => given.findIndex((other) => isSameAlias(alias, other)) === index,
  )
  if (unique.some(({ text, kind }) => text === name && kind === 'NAME')) return unique
  const own = { id: on.newId(), text: name, kind: 'NAME', range, isPrimary: true } as const
  return [own, ...unique.filter(({ text }) => text !== name)]
}

function isSameAlias(a: ProposedAlias<unknown>, b: ProposedAlias<unknown>): boolean {
  return (
    a.text === b.text &&
    a.kind === b.kind &&
    a.range.from === b.range.from &&
    a.range.until === b.range.until
  )
}

function parseAlias(
  { text, kind, context, validity, source, isPrimary }: AliasInput,
  fallback: ChapterIdRange | undefined,
  on: ParsingContext,
): ProposedAlias<SourceInput> {
  const parsed = parseName(text, step(on, 'text'))
  if (isRefusedAlias(parsed)) {
    refuse(
      step(on, 'text'),
      'ALIAS_REFUSED',
      `${parsed} is a pronoun or a bare age-and-role noun that could be anybody; give a name, a title or a nickname`,
    )
  }
  return {
    id: on.newId(),
    text: parsed,
    kind: kind ?? 'NAME',
    context: context ?? undefined,
    range: validity || !fallback ? parseRange(validity, step(on, 'validity')) : fallback,
    source: source ?? undefined,
    isPrimary: isPrimary ?? false,
  }
}

/** By the registry; `null` and empty lists say nothing. */
function parseFacts(
  type: EntityTypeName,
  facts: Readonly<Record<string, unknown>>,
  on: ParsingContext,
): Record<string, Value<RefInput>> {
  const parsed: Record<string, Value<RefInput>> = {}
  for (const [name, raw] of Object.entries(facts)) {
    const field = fieldOf(type, name)
    if (!field) refuseField(type, step(on, name))
    if (!field || raw == null || (Array.isArray(raw) && raw.length === 0)) continue
    const value = parseValue(field, raw, step(on, name))
    if (value !== undefined) parsed[name] = value
  }
  return parsed
}

function parseEnds(ends: { source: unknown; target: unknown }, on: ParsingContext) {
  const end = { is: 'REF', types: [] } as const
  const source = parseOne(end, ends.source, step(on, 'source'))
  const target = parseOne(end, ends.target, step(on, 'target'))
  if (source === undefined || target === undefined) return undefined
  return { source: source as RefInput, target: target as RefInput }
}

function parseOp(
  type: EntityTypeName,
  input: OpInput,
  on: ParsingContext,
): ProposedOp<RefInput, SourceInput> | undefined {
  const field = fieldOf(type, input.field)
  if (!field) return refuseField(type, step(on, 'field'))
  const given = Object.entries(input.op).filter(([, operand]) => operand != null)
  const [name, operand] = given[0] ?? []
  const op = factOps.find((known) => known === name?.toUpperCase())
  if (given.length !== 1 || !op)
    return refuse(step(on, 'op'), 'ONE_OP', 'exactly one of set, unset, add, remove is given')
  if (!fits(field, op))
    return refuse(
      step(on, 'op'),
      'OP_KIND',
      `${input.field} is ${field.temporal} of kind ${field.kind} and does not know ${op}`,
    )
  if (field.temporal === 'CHANGING' && input.fromChapter === undefined) {
    return refuse(
      step(on, 'fromChapter'),
      'CHAPTER_REQUIRED',
      `${input.field} changes with the story: say from which chapter on (null = before the book)`,
    )
  }
  return {
    field: input.field,
    op,
    value: parseOperand(field, op, { operand, on: step(on, 'op', op.toLowerCase()) }),
    from:
      input.fromChapter === undefined
        ? undefined
        : chapterId(input.fromChapter, step(on, 'fromChapter')),
    reason: input.reason ?? undefined,
    source: input.source ?? undefined,
  }
}

function parseOperand(
  field: Field,
  op: FactOp,
  { operand, on }: { operand: unknown; on: Parsing },
) {
  if (op === 'UNSET') return undefined
  return op === 'SET' ? parseValue(field, operand, on) : parseOne(field.shape, operand, on)
}

function fits(field: Field, op: FactOp): boolean {
  if (op === 'SET' || op === 'UNSET') return true
  return field.kind === 'SET' && field.temporal === 'CHANGING'
}

function parseSteps(
  steps: readonly StepInput[] | null | undefined,
  on: ParsingContext,
): ProposedStep<SourceInput>[] {
  return (steps ?? []).flatMap((one, index) => {
    const here = step(on, `${index}`)
    const id = chapterId(one.chapter, step(here, 'chapter'))
    if (id === null)
      return refuse(step(here, 'chapter'), 'CHAPTER_REQUIRED', 'a step happens in a chapter') ?? []
    const text = parseName(one.step, step(here, 'step'))
    return id === undefined
      ? []
      : [
          {
            id: on.newId(),
            chapterId: id,
            step: text,
            phase: one.phase,
            source: one.source ?? undefined,
          },
        ]
  })
}

function parseArc(arc: ArcInput | null | undefined, on: ParsingContext): Arc | undefined {
  if (!arc) return undefined
  const steps = arc.steps.map(({ phase, description, window }, index) => ({
    id: on.newId(),
    phase,
    description: description.trim(),
    window: window ? parseRange(window, step(on, 'steps', `${index}`, 'window')) : undefined,
  }))
  return { steps, endingDirection: arc.endingDirection?.trim() || undefined }
}

function parseDoubts(
  type: EntityTypeName,
  doubts: readonly DoubtInput[] | undefined | null,
  on: ParsingContext,
): Doubt[] {
  for (const [index, { path, reason }] of (doubts ?? []).entries()) {
    if (!fieldOf(type, path)) refuseField(type, step(on, `${index}`, 'path'))
    if (!reason.trim())
      refuse(step(on, `${index}`, 'reason'), 'REASON_REQUIRED', 'a doubt says why')
  }
  return [...(doubts ?? [])]
}

/** Chapter numbers become chapter ids, so that a pending draft survives changes of the order. */
export function parseRange(
  range: RangeInput | null | undefined,
  on: ParsingContext,
): ChapterIdRange {
  const from = chapterId(range?.fromChapter ?? null, step(on, 'fromChapter')) ?? null
  const until = chapterId(range?.untilChapter ?? null, step(on, 'untilChapter')) ?? null
  const begins = range?.fromChapter ?? -1
  if (range?.untilChapter != null && range.untilChapter <= begins) {
    refuse(
      step(on, 'untilChapter'),
      'RANGE_INVERTED',
      'a range ends after the chapter in which it begins',
    )
  }
  return { from, until }
}

/** Null for before the book; undefined after an issue was written down. */
function chapterId(number: number | null, on: ParsingContext): number | null | undefined {
  if (number === null || number === -1) return null
  const place = on.timeline.placeNumbered(number)
  if (place) return place.chapterId
  return refuse(on, 'CHAPTER_NOT_FOUND', `the work has no chapter ${number}`)
}

function parseName(raw: string, on: Parsing): string {
  const text = raw.normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (text === '') refuse(on, 'REQUIRED', 'it must not be empty')
  if (text.length > maxNameLength) refuse(on, 'TOO_LONG', `at most ${maxNameLength} characters`)
  if (!text.isWellFormed() || text.includes('\0'))
    refuse(on, 'UNICODE', 'it must be well-formed Unicode without NUL')
  return text
}

function step(on: ParsingContext, ...more: readonly string[]): ParsingContext {
  return { ...on, ...at(on, ...more) }
}

function refuseField(type: EntityTypeName, on: Parsing): undefined {
  const known = Object.keys(entityTypes[type].fields).join(', ')
  return refuse(on, 'FIELD_UNKNOWN', `${type} has no such field; it has ${known}`)
}

function refuse({ path, issues }: Parsing, rule: string, why: string): undefined {
  issues.push({ path, rule, message: `${path.join('.')}: ${why}.` })
}
