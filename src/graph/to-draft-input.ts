import type { ChangeInput, DraftInput, OpInput } from '#domain/draft/input.ts'
import type { EntityTypeName } from '#domain/entity-types/entity-type-name.ts'
import { proposableTypes } from '#domain/entity-types/registry.ts'
import { camel } from './builder.ts'
import type { DraftChangeInput, EntityDraftInput } from './draft-input.ts'
import { rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'
import type { FieldOperationInput } from './op-input.ts'

/** The graph's input as the domain reads it: row numbers for ids, bare values for oneOf wrappers. */
export function toDraftInput({
  label,
  change,
  confidence,
  replacesDraftId,
}: typeof EntityDraftInput.$inferInput): DraftInput {
  return {
    label,
    change: toChange(change),
    confidence,
    replacesDraftId:
      replacesDraftId == null
        ? undefined
        : rowId(replacesDraftId, ['EntityDraft'], ['replacesDraftId']).id,
  }
}

export function toChange({
  create,
  revise,
  addAlias,
}: typeof DraftChangeInput.$inferInput): ChangeInput {
  const local = <T>(value: T) => withLocalIds(value) as T
  if (create) {
    const { facts, ...rest } = local(create)
    const [type, values] = only(facts)
    const name = typeNameOf(type)
    return {
      create: { ...rest, type: name, facts: values as Record<string, unknown> } as NonNullable<
        ChangeInput['create']
      >,
    }
  }
  if (revise) {
    const { ops, ...rest } = local(revise)
    const unwrapped = ops.map((op) => ({ ...op, op: unwrapOp(op.op) }) as OpInput)
    return { revise: { ...rest, ops: unwrapped } as unknown as NonNullable<ChangeInput['revise']> }
  }
  return { addAlias: local(addAlias) as unknown as ChangeInput['addAlias'] }
}

function typeNameOf(field: string): EntityTypeName {
  const type = proposableTypes.find(({ typeName }) => camel(typeName) === field)
  if (!type) throw new Error(`${field} is no type.`)
  return type.name
}

/** The one value of a oneOf input. */
function only(input: object): [string, unknown] {
  return Object.entries(input).find(([, value]) => value != null) ?? ['', undefined]
}

function unwrapOp(op: typeof FieldOperationInput.$inferInput): OpInput['op'] {
  const [name, operand] = only(op)
  return { [name]: name === 'unset' ? operand : only(Object(operand))[1] }
}

/** Global ids inside an input become row numbers; what they may name is told by the property. */
function withLocalIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLocalIds)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const types = idTypes[name]
      if (name === 'extra') return [name, one]
      return [
        name,
        types && typeof one === 'string' ? rowId(one, types, [name]).id : withLocalIds(one),
      ]
    }),
  )
}

const idTypes: Readonly<Record<string, readonly string[]>> = {
  id: entityTypeNodes,
  blockId: ['ContentBlock'],
  settingNoteId: ['SettingNote'],
}
