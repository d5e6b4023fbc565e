import type { RecordSpec, Shape } from '#domain/entity-types/field.ts'
import {
  eventParticipant,
  formOfAddress,
  powerRank,
  powerStanding,
} from '#domain/entity-types/records.ts'
import type { Value } from '#domain/entity-types/value.ts'
import { builder } from './builder.ts'
import { EntityRef, type RefValue } from './entity-ref.ts'
import { EntityRefInput } from './entity-ref-input.ts'
import { enumsByValues } from './enums.ts'

/** A record value with the coordinates from which its references are seen. */
export interface RecordValue extends Omit<RefValue, 'id'> {
  readonly value: Readonly<Record<string, Value>>
}

type ScalarShape = Exclude<Shape, { is: 'RECORD' }>

const specs = [powerStanding, powerRank, eventParticipant, formOfAddress]

function outputType(shape: ScalarShape, integer: boolean) {
  if (shape.is === 'REF') return EntityRef
  if (shape.is === 'ENUM') return enumsByValues.get(shape.values.join()) ?? 'String'
  if (shape.is === 'NUMBER') return integer ? 'Int' : 'Float'
  return shape.is === 'BOOLEAN' ? 'Boolean' : 'String'
}

function inputType(shape: ScalarShape, integer: boolean) {
  const type = outputType(shape, integer)
  return type === EntityRef ? EntityRefInput : type
}

function recordType(spec: RecordSpec) {
  return builder.objectRef<RecordValue>(spec.name).implement({
    description: spec.doc,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(spec.fields).map(([name, { label, doc, shape, integer, optional }]) => [
          name,
          t.field({
            type: outputType(shape, integer === true) as 'String',
            nullable: optional === true,
            description: `${label}. ${doc}`,
            resolve: ({ value, ...from }) =>
              (shape.is === 'REF' ? { ...from, id: value[name] } : value[name]) as string,
          }),
        ]),
      ),
  })
}

function recordInput(spec: RecordSpec) {
  return builder.inputType(`${spec.name}Input`, {
    description: spec.doc,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(spec.fields).map(([name, { label, doc, shape, integer, optional }]) => [
          name,
          t.field({
            type: inputType(shape, integer === true) as 'String',
            required: optional !== true,
            description: `${label}. ${doc}`,
          }),
        ]),
      ),
  })
}

/** One object and one input a record of the registry. */
export const recordTypes = new Map(specs.map((spec) => [spec, recordType(spec)]))
export const recordInputs = new Map(specs.map((spec) => [spec, recordInput(spec)]))
