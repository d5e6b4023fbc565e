import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** Read as parsed JSON, written as its text. */
type Json<T = unknown> = ColumnType<T, string, string>
type Timestamp = ColumnType<Date, Date | undefined, Date>

/** On the canon-time axis: recorded in a revision, no longer counting from another on. */
interface Recorded {
  recorded_in: number
  superseded_in: Generated<number | null>
  decision_id: number
}

interface HalfOpen {
  valid_from: number
  valid_until: number | null
}

/** The place of a row inside the story: position, then the order of the evidence in that chapter. */
interface Placed {
  at_pos: number
  block: number
  at_offset: number
}

interface InText {
  block_id: number
  block_revision: number
  start_offset: number
  end_offset: number
  surface: string
}

export interface Database {
  actor: { id: Generated<number>; kind: string; name: string; created_at: Generated<Date> }
  idempotency: {
    actor_id: number
    key: string
    work_id: number
    command: string
    input_sha256: string
    result: Json | null
    created_at: Generated<Date>
  }
  work: {
    work_id: Generated<number>
    key: string
    title: string
    status: Generated<string>
    revision: Generated<number>
    canon_revision: Generated<number>
    order_revision: Generated<number>
    created_at: Generated<Date>
    updated_at: Timestamp
  }
  decision: {
    work_id: number
    id: Generated<number>
    kind: string
    actor_id: number
    canon_revision: number | null
    note: string | null
    vouch_note_id: Generated<number | null>
    decided_at: Timestamp
  }
  canon_revision: {
    work_id: number
    revision: number
    derived: boolean
    recorded_at: Timestamp
    decision_id: number
  }
  volume: { work_id: number; number: number; title: string }
  chapter: {
    work_id: number
    id: Generated<number>
    kind: string
    status: string
    label: string
    title: string
    printed_number: number | null
    part: string | null
    volume_number: number | null
    revision: Generated<number>
    content_sha256: string
    char_count: number
    accepted_at: Date | null
  }
  chapter_place: {
    work_id: number
    position: number
    chapter_id: number | null
    recorded_in: number
    superseded_in: Generated<number | null>
  }
  block: { work_id: number; id: Generated<number> }
  block_revision: Recorded & {
    work_id: number
    block_id: number
    revision: number
    chapter_id: number
    ordinal: number
    text: string
    content_sha256: string
  }
  setting_note: { work_id: number; id: Generated<number> }
  setting_note_revision: Recorded & {
    work_id: number
    note_id: number
    revision: number
    title: string
    text: string
    content_sha256: string
  }
  source: {
    work_id: number
    id: Generated<number>
    kind: string
    block_id: number | null
    block_revision: number | null
    note_id: number | null
    note_revision: number | null
    start_offset: number
    end_offset: number
    quote: string
    quote_sha256: string
    content_sha256: string
  }
  manuscript_import: {
    work_id: number
    file_sha256: string
    file_name: string
    report: Json
    imported_at: Generated<Date>
    decision_id: number
  }
  entity: {
    work_id: number
    id: Generated<number>
    type: string
    key: string
    name: string
    status: Generated<string>
    decision_id: number | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  entity_revision: Recorded &
    HalfOpen & {
      work_id: number
      entity_id: number
      number: number
      tier: string
      doubts: Json
      extra: Json | null
    }
  alias: Recorded &
    HalfOpen & {
      work_id: number
      id: number
      entity_id: number
      text: string
      lookup_key: string
      kind: string
      context: string | null
      is_primary: boolean
      source_id: number
    }
  relation: Recorded & {
    work_id: number
    entity_id: number
    source_entity_id: number
    target_entity_id: number
  }
  field_def: { work_id: Generated<number>; id: number; entity_type: string; name: string }
  fact_ledger: Recorded &
    Placed & {
      work_id: number
      id: Generated<number>
      entity_id: number
      field: number
      elem: string
      change_id: number
      op: string
      operand: Json | null
      resolved: Json | null
      reason: string | null
      source_id: number
    }
  fact_span: {
    work_id: number
    entity_id: number
    field: number
    elem: string
    valid_from: number
    valid_to: number | null
    value: Json
    value_key: ColumnType<string, never, never>
    ledger_id: number
    recorded_in: number
    superseded_in: Generated<number | null>
  }
  evolution_step: Recorded &
    Placed & {
      work_id: number
      id: number
      entity_id: number
      step: string
      phase: string
      source_id: number
    }
  planned_arc: Recorded & {
    work_id: number
    entity_id: number
    revision: number
    ending_direction: string | null
  }
  planned_step: {
    work_id: number
    id: number
    entity_id: number
    arc_revision: number
    ordinal: number
    phase: string
    description: string
    window_from: number | null
    window_until: number | null
  }
  changeset: {
    work_id: number
    id: Generated<number>
    origin: string
    submitted_by: number
    submitted_at: Timestamp
  }
  entity_draft: {
    work_id: number
    id: Generated<number>
    changeset_id: number
    label: string | null
    entity_id: number
    operation: string
    status: Generated<string>
    version: Generated<number>
    base_revision: number | null
    proposal: Json
    confirmed_proposal: Json | null
    reason: string | null
    confidence: number | null
    provenance: Json | null
    replaced_by: number | null
    decision_id: number | null
  }
  attribution: Recorded &
    InText & {
      work_id: number
      id: Generated<number>
      entity_id: number
      at_pos: number
      by_presence: boolean
    }
  ambiguous_mention: Recorded &
    InText & { work_id: number; id: Generated<number>; lookup_key: string; at_pos: number }
  scan_request: {
    work_id: number
    id: Generated<number>
    lookup_keys: string[] | null
    decision_id: number
    requested_at: Generated<Date>
  }
  audit_entry: {
    work_id: number
    sequence: number
    at: Date
    actor_id: number
    action: string
    reason: string | null
    subject_type: string
    subject_id: number | null
    request_id: string
    canon_revision: number | null
    before: Json | null
    after: Json | null
    detail: Json | null
    previous_sha256: string
    entry_sha256: string
  }
}

/** The root handle. Only a command opens a transaction on it. */
export type Db = Kysely<Database>

/** What a read needs. A root handle and a transaction both fit, so a read never cares which it got. */
export type ReadDb = Pick<Db, 'selectFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** What a write needs. The root handle does not fit: a write outside a transaction does not compile. */
export type Tx = Transaction<Database>
