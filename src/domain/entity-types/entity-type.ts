import type { EntityTypeName } from './entity-type-name.ts'
import type { Field } from './field.ts'

/** What the registry says of one of the nine types. */
export interface EntityType {
  readonly name: EntityTypeName
  /** Name in the graph, e.g. `CharacterRelation`. */
  readonly typeName: string
  readonly label: string
  readonly doc: string
  /** What a key of this type starts with. */
  readonly keyPrefix: string
  /** Prefix that a field value takes instead, e.g. `skill_` for techniques. */
  readonly keyPrefixWhen?: { readonly field: string; readonly is: string; readonly prefix: string }
  /** Whether a planned or happened ending is owed (闭环). */
  readonly owesClosure: boolean
  /** Has a surname, which its key spells in its own reading. */
  readonly isPerson?: true
  /** Has two fixed ends. */
  readonly relates?: true
  /** Has no rows or drafts of its own. */
  readonly computed?: true
  readonly fields: Readonly<Record<string, Field>>
  /** Reads of what others say about this one, e.g. a character's possessions. */
  readonly inverses?: Readonly<Record<string, Inverse>>
}

/** Everything of `type` whose `field` is, or holds, this entity. */
export interface Inverse {
  readonly type: EntityTypeName
  readonly field: string
  readonly label: string
  readonly doc: string
}
