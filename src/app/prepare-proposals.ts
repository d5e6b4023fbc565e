import { nextIds } from '#db/rows.ts'
import type { ChangeInput, SourceInput } from '#domain/draft/input.ts'
import {
  type ParsingContext,
  parseAddAlias,
  parseCreate,
  parseRevise,
} from '#domain/draft/parse-proposal.ts'
import { mapProposal, type Proposal, sourcesOf } from '#domain/draft/proposal.ts'
import { mapFieldValue, refsOf } from '#domain/draft/references.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import type { RefInput, Value } from '#domain/entity-types/value.ts'
import {
  type InputIssue,
  InvalidInputError,
  invalidInput,
  NotFoundError,
  Refusal,
} from '#domain/errors.ts'
import type { Timeline } from '#domain/story-time.ts'
import type { On } from './command.ts'
import { type Labelled, loadNames, type Names } from './load-names.ts'
import { verifySources } from './verify-sources.ts'

/** One change to be made into a proposal; `path` is its place in the input. */
export interface Change extends Labelled {
  readonly path: readonly string[]
}

export interface Prepared {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly proposal: Proposal
  readonly baseRevision: number
  readonly reason: string | undefined
}

/**
 * Parses changes, resolves whom they name and verifies what they cite; each becomes a proposal or a refusal.
 * Stores the verified sources. Chapter numbers are meant in the order of `timeline`.
 */
export async function prepareProposals(
  on: On,
  changes: readonly Change[],
  timeline: Timeline,
): Promise<(Prepared | Refusal)[]> {
  const names = await loadNames(on, changes)
  const newId = await rowIds(on, changes)
  const parsed = changes.map((change) => attempt(() => parse(change, { names, timeline, newId })))
  const named = parsed.map((one) =>
    one instanceof Refusal ? one : attempt(() => resolve(one, names)),
  )
  const cited = named.map((one) => (one instanceof Refusal ? [] : sourcesOf(one.proposal)))
  const verified = await verifySources(on, cited.flat())
  return named.map((one) =>
    one instanceof Refusal ? one : attempt(() => withSources(one, verified)),
  )
}

interface Parsed<R> {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly proposal: Proposal<R, SourceInput>
  readonly baseRevision: number
  readonly reason: string | undefined
  readonly path: readonly string[]
}

interface Parsers {
  readonly names: Names
  readonly timeline: Timeline
  readonly newId: () => number
}

function parse({ change, entityId, path }: Change, by: Parsers): Parsed<RefInput> {
  const issues: InputIssue[] = []
  const on = (name: string): ParsingContext => ({
    path: [...path, 'change', name],
    issues,
    timeline: by.timeline,
    newId: by.newId,
  })
  const parsed = parseChange(change, { entityId, on, names: by.names })
  if (!parsed) throw invalidInput([...path, 'change'], 'ONE_CHANGE', 'Exactly one change is given.')
  if (issues.length > 0) throw new InvalidInputError(issues)
  return { ...parsed, path }
}

interface Parsing {
  readonly entityId: number | undefined
  readonly on: (name: string) => ParsingContext
  readonly names: Names
}

function parseChange({ create, revise, addAlias }: ChangeInput, { entityId, on, names }: Parsing) {
  if (create && entityId !== undefined) {
    const { type } = create
    return {
      entityId,
      type,
      proposal: parseCreate(create, on('create')),
      baseRevision: 0,
      reason: undefined,
    }
  }
  if (revise) {
    const { id, type } = found(names.resolve(revise.target))
    const proposal = parseRevise(type, revise, on('revise'))
    return { entityId: id, type, proposal, ...basedOn(revise) }
  }
  if (addAlias) {
    const { id, type } = found(names.resolve(addAlias.target))
    return {
      entityId: id,
      type,
      proposal: parseAddAlias(addAlias, on('addAlias')),
      ...basedOn(addAlias),
    }
  }
  return undefined
}

function basedOn({
  baseRevision,
  reason,
}: {
  baseRevision: number
  reason?: string | null | undefined
}) {
  return { baseRevision, reason: reason ?? undefined }
}

function resolve(parsed: Parsed<RefInput>, names: Names): Parsed<number> {
  const issues = refsOf(parsed.type, parsed.proposal).flatMap(
    ({ ref, types, path }): InputIssue[] => {
      const entity = found(names.resolve(ref))
      if (types.length === 0 || types.includes(entity.type)) return []
      const message = `${path.join('.')}: a ${entity.type} cannot stand here; it takes ${types.join(', ')}.`
      return [{ path: [...parsed.path, ...path], rule: 'REF_TYPE', message }]
    },
  )
  if (issues.length > 0) throw new InvalidInputError(issues)
  const toId = (ref: RefInput) => found(names.resolve(ref)).id
  const proposal = mapProposal<RefInput, SourceInput, number, SourceInput>(parsed.proposal, {
    ref: toId,
    value: (field: string, value: Value<RefInput>) =>
      mapFieldValue(parsed.type, { field, value }, toId),
    source: (source) => source,
  })
  if (
    proposal.operation === 'CREATE' &&
    proposal.ends &&
    proposal.ends.source === proposal.ends.target
  ) {
    throw invalidInput(
      [...parsed.path, 'facts', 'target'],
      'SELF_RELATION',
      'A relation has two different ends.',
    )
  }
  return { ...parsed, proposal }
}

function withSources(
  { path: _, ...parsed }: Parsed<number>,
  verified: ReadonlyMap<SourceInput, number | Refusal>,
): Prepared {
  const proposal = mapProposal<number, SourceInput, number, number>(parsed.proposal, {
    ref: (id) => id,
    value: (_field, value) => value,
    source: (source) => found<number>(verified.get(source) ?? new NotFoundError('source')),
  })
  return { ...parsed, proposal }
}

/** Ids for the rows inside the proposals, so that later drafts can name them. */
async function rowIds({ tx }: On, changes: readonly Change[]): Promise<() => number> {
  const needed = changes.reduce((sum, { change }) => sum + rowsIn(change), 0)
  const ids = (await nextIds(tx, 'row_id', needed)).values()
  return () => ids.next().value ?? 0
}

/** Names (a new entity has its own besides), steps that happened and planned ones. */
function rowsIn({ create, revise, addAlias }: ChangeInput): number {
  const { evolution, plannedArc } = create ?? revise ?? {}
  const names = create ? 1 + (create.aliases?.length ?? 0) : Number(Boolean(addAlias))
  return names + (evolution?.length ?? 0) + (plannedArc?.steps.length ?? 0)
}

function found<T>(value: T | Refusal): T {
  if (value instanceof Refusal) throw value
  return value
}

/** A refusal is an answer about one item, not the end of the call. */
function attempt<T>(act: () => T): T | Refusal {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
