import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { FactRow } from '#domain/draft/rows.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { fieldOf } from '#domain/entity-types/registry.ts'
import { elementOf, type Value } from '#domain/entity-types/value.ts'
import { type ChainRow, noEvidence, refold, type Segment } from '#domain/facts/fold.ts'
import type { Tx } from './database.ts'
import type { Recording } from './decisions.ts'
import { all, nextIds } from './rows.ts'

export interface NewFact extends FactRow {
  readonly entityId: number
  readonly type: EntityTypeName
}

/** Where a chain changed. `elem` is '' where the whole field is the chain. */
interface Touched {
  readonly entityId: number
  readonly type: EntityTypeName
  readonly field: string
  readonly elem: string
  readonly position: number
}

/** The one writer of facts: records the rows of a decision in order and folds what they touch into spans. */
export async function recordFacts(tx: Tx, on: Recording, facts: readonly NewFact[]): Promise<void> {
  if (facts.length === 0) return
  await supersedeCorrected(tx, on, facts)
  await insertLedgerRows(tx, on, facts)
  await foldTouched(tx, on, await membersTouched(tx, on, facts))
}

/** A lasting row with the same evidence is corrected: it no longer counts from this revision on. */
async function supersedeCorrected(tx: Tx, on: Recording, facts: readonly NewFact[]) {
  const corrected = facts.filter(({ corrects, at }) => corrects && at.block !== noEvidence)
  if (corrected.length === 0) return
  await sql`
    update fact_ledger l set superseded_in = ${on.revision}
    from jsonb_to_recordset(${JSON.stringify(corrected.map(flat))}::jsonb)
        c("entityId" bigint, type text, field text, position bigint, block bigint, "offset" int)
      join field_def d on d.work_id = 0 and d.entity_type = c.type and d.name = c.field
    where l.work_id = ${on.workId} and l.entity_id = c."entityId" and l.field = d.id and l.superseded_in is null
      and l.at_pos = c.position and l.block = c.block and l.at_offset = c."offset"`.execute(tx)
}

async function insertLedgerRows(tx: Tx, on: Recording, facts: readonly NewFact[]) {
  const changeIds = await nextIds(tx, 'change_id', facts.length)
  const rows = facts.map((fact, index) => ({ ...flat(fact), changeId: changeIds[index] }))
  await sql`
    insert into fact_ledger (work_id, entity_id, field, elem, change_id, at_pos, block, at_offset, op, operand,
      resolved, reason, source_id, decision_id, recorded_in)
    select ${on.workId}, r."entityId", d.id, r.elem, r."changeId", r.position, r.block, r."offset", r.op, r.operand,
      case when r.op in ('SET', 'ADD') then r.operand end, r.reason, r."sourceId", ${on.decisionId}, ${on.revision}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("entityId" bigint, type text, field text, elem text,
        "changeId" bigint, position bigint, block bigint, "offset" int, op text, operand jsonb, reason text,
        "sourceId" bigint)
      join field_def d on d.work_id = 0 and d.entity_type = r.type and d.name = r.field
    order by r."changeId"`.execute(tx)
}

function flat({ at, ...fact }: NewFact) {
  return { ...fact, ...at }
}

/** The chains that rows touch: a whole-field row of a set touches each of its members. */
async function membersTouched(
  tx: Tx,
  on: Recording,
  facts: readonly NewFact[],
): Promise<Touched[]> {
  const whole = facts.filter(
    ({ type, field, elem }) => elem === '' && kindOf(type, field) === 'SET',
  )
  const inForce = whole.length === 0 ? [] : await membersInForce(tx, on, whole.map(toTouched))
  const listed = whole.flatMap((fact) => {
    const shape = shapeOf(fact.type, fact.field)
    return ((fact.operand ?? []) as readonly Value[]).map((member) => ({
      ...toTouched(fact),
      elem: elementOf(shape, member),
    }))
  })
  const single = facts.filter((fact) => !whole.includes(fact)).map(toTouched)
  return [...single, ...listed, ...inForce]
}

async function membersInForce(
  tx: Tx,
  on: Recording,
  whole: readonly Touched[],
): Promise<Touched[]> {
  return all(
    tx,
    sql<Touched>`
      select distinct t."entityId", t.type, t.field, s.elem, t.position
      from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb)
          t("entityId" bigint, type text, field text, position bigint)
        join field_def d on d.work_id = 0 and d.entity_type = t.type and d.name = t.field
        join fact_span s on s.work_id = ${on.workId} and s.entity_id = t."entityId" and s.field = d.id
          and s.superseded_in is null and s.valid_from <= t.position
          and coalesce(s.valid_to, 9223372036854775807) >= t.position`,
  )
}

function toTouched({ entityId, type, field, elem, at }: NewFact): Touched {
  return { entityId, type, field, elem, position: at.position }
}

interface LoadedRow extends ChainRow {
  readonly chain: number
}

interface LoadedSegment extends Segment {
  readonly chain: number
}

/** Folds each touched chain around its touched places; closes the spans that no longer hold, adds the new ones. */
async function foldTouched(tx: Tx, on: Recording, touched: readonly Touched[]): Promise<void> {
  const chains = [
    ...Map.groupBy(touched, ({ entityId, field, elem }) => `${entityId}/${field}/${elem}`).values(),
  ]
  const places = chains.flatMap((places, chain) => places.map((place) => ({ ...place, chain })))
  const rows = Map.groupBy(await rowsAround(tx, on, places), ({ chain }) => chain)
  const segments = Map.groupBy(await segmentsAround(tx, on, places), ({ chain }) => chain)
  const closed: object[] = []
  const opened: object[] = []
  for (const [chain, [first, ...others]] of chains.entries()) {
    if (!first) continue
    const before = (segments.get(chain) ?? []).map(toSegment)
    const after = refold(
      { elem: first.elem, shape: shapeOf(first.type, first.field) },
      {
        touched: [...new Set([first, ...others].map(({ position }) => position))].sort(
          (a, b) => a - b,
        ),
        rows: rows.get(chain) ?? [],
        segments: before,
      },
    )
    const span = (segment: Segment) => ({ ...first, ...segment })
    closed.push(...before.filter((one) => !after.some((other) => isSame(one, other))).map(span))
    opened.push(...after.filter((one) => !before.some((other) => isSame(one, other))).map(span))
  }
  await closeSpans(tx, on, closed)
  await openSpans(tx, on, opened)
}

const isSame = (a: Segment, b: Segment) => isDeepStrictEqual(a, b)

function toSegment({ from, to, value, ledgerId }: LoadedSegment): Segment {
  return { from, to: to ?? undefined, value, ledgerId }
}

const placeColumns = sql.raw(
  'chain int, "entityId" bigint, type text, field text, elem text, position bigint',
)

/** The touched places with the next place of their chain. */
function around(on: Recording, places: readonly object[]) {
  const nextIn = (elem: ReturnType<typeof sql>) => sql`(select min(l.at_pos) from fact_ledger l
    where l.work_id = ${on.workId} and l.entity_id = p."entityId" and l.field = d.id and l.elem = ${elem}
      and l.at_pos > p.position and l.superseded_in is null)`
  return sql`around as materialized (
    select p.*, d.id as field_id, least(${nextIn(sql`p.elem`)}, ${nextIn(sql`''`)}) as next
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) p(${placeColumns})
      join field_def d on d.work_id = 0 and d.entity_type = p.type and d.name = p.field)`
}

async function rowsAround(tx: Tx, on: Recording, places: readonly object[]): Promise<LoadedRow[]> {
  return all(
    tx,
    sql<LoadedRow>`
      with ${around(on, places)}
      select distinct a.chain, l.id as "ledgerId", l.at_pos as position, l.block, l.at_offset, l.change_id,
        l.elem, l.op, l.operand
      from around a
        cross join lateral (
          select * from fact_ledger l where l.work_id = ${on.workId} and l.entity_id = a."entityId"
            and l.field = a.field_id and l.elem = any(array[a.elem, '']) and l.at_pos = any(array[a.position, a.next])
            and l.superseded_in is null) l
      order by a.chain, l.at_pos, l.block, l.at_offset, l.change_id`,
  )
}

async function segmentsAround(
  tx: Tx,
  on: Recording,
  places: readonly object[],
): Promise<LoadedSegment[]> {
  return all(
    tx,
    sql<LoadedSegment>`
      with ${around(on, places)}
      select distinct a.chain, s.valid_from as from, s.valid_to as to, s.value, s.ledger_id as "ledgerId"
      from around a
        cross join lateral (
          select * from fact_span s where s.work_id = ${on.workId} and s.entity_id = a."entityId"
            and s.field = a.field_id and s.elem = a.elem and s.superseded_in is null
            and s.valid_from <= coalesce(a.next, 9223372036854775807)
            and coalesce(s.valid_to, 9223372036854775807) >= a.position) s`,
  )
}

async function closeSpans(tx: Tx, on: Recording, spans: readonly object[]): Promise<void> {
  if (spans.length === 0) return
  await sql`
    update fact_span s set superseded_in = ${on.revision}
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        c("entityId" bigint, type text, field text, elem text, "from" bigint)
      join field_def d on d.work_id = 0 and d.entity_type = c.type and d.name = c.field
    where s.work_id = ${on.workId} and s.entity_id = c."entityId" and s.field = d.id and s.elem = c.elem
      and s.valid_from = c."from" and s.superseded_in is null`.execute(tx)
}

async function openSpans(tx: Tx, on: Recording, spans: readonly object[]): Promise<void> {
  if (spans.length === 0) return
  await sql`
    insert into fact_span (work_id, entity_id, field, elem, valid_from, valid_to, value, ledger_id, recorded_in)
    select ${on.workId}, o."entityId", d.id, o.elem, o."from", o."to", o.value, o."ledgerId", ${on.revision}
    from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) o("entityId" bigint, type text, field text,
        elem text, "from" bigint, "to" bigint, value jsonb, "ledgerId" bigint)
      join field_def d on d.work_id = 0 and d.entity_type = o.type and d.name = o.field`.execute(tx)
}

function shapeOf(type: EntityTypeName, name: string) {
  const field = fieldOf(type, name)
  if (!field) throw new Error(`The registry has no ${type}.${name}.`)
  return field.shape
}

function kindOf(type: EntityTypeName, name: string) {
  return fieldOf(type, name)?.kind
}
