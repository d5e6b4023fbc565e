import {
  AlreadyExistsError,
  AmbiguousAliasError,
  BulkFailedError,
  DependencyFailedError,
  GateFailedError,
  IdempotencyError,
  InvalidInputError,
  InvalidTransitionError,
  LimitExceededError,
  NotFoundError,
  type Refusal,
  RevisionConflictError,
  SourceMismatchError,
} from '#domain/errors.ts'
import { builder } from './builder.ts'
import { DraftItemResult } from './draft-item-result.ts'
import { EntityRef } from './entity-ref.ts'
import { IdempotencyReason } from './enums.ts'
import { GateReport } from './gate-report.ts'
import { UserError } from './user-error.ts'

const InputIssue = builder.objectRef<InvalidInputError['issues'][number]>('InputIssue').implement({
  description: 'One value that breaks a rule.',
  fields: (t) => ({
    path: t.exposeStringList('path', { description: 'Path into `input`.' }),
    rule: t.exposeString('rule', { description: 'Stable, e.g. `FIELD_UNKNOWN`.' }),
    message: t.exposeString('message', { description: 'What the rule wants.' }),
  }),
})

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'INVALID_INPUT: values that break rules, all of them at once.',
  interfaces: [UserError],
  fields: (t) => ({
    issues: t.field({
      type: [InputIssue],
      description: 'Every broken rule.',
      resolve: ({ issues }) => [...issues],
    }),
  }),
})

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: 'NOT_FOUND: what the input names does not exist in this work.',
  interfaces: [UserError],
  fields: (t) => ({ ref: t.exposeString('ref', { description: 'What was named.' }) }),
})

builder.objectType(AlreadyExistsError, {
  name: 'AlreadyExistsError',
  description: 'ALREADY_EXISTS: a row with this key exists.',
  interfaces: [UserError],
  fields: (t) => ({
    existingId: t.exposeID('existingId', { description: 'The row that has it.' }),
  }),
})

builder.objectType(RevisionConflictError, {
  name: 'RevisionConflictError',
  description: 'REVISION_CONFLICT: the row moved on after the caller read it.',
  interfaces: [UserError],
  fields: (t) => ({
    expected: t.exposeInt('expected', { description: 'What the caller decided on.' }),
    actual: t.exposeInt('actual', { description: 'Where it stands.' }),
  }),
})

builder.objectType(InvalidTransitionError, {
  name: 'InvalidTransitionError',
  description: 'INVALID_TRANSITION: the row cannot go from its state to that one.',
  interfaces: [UserError],
  fields: (t) => ({
    from: t.exposeString('from', { description: 'State it is in.' }),
    to: t.exposeString('to', { description: 'State that was asked for.' }),
    allowed: t.exposeStringList('allowed', { description: 'States it can go to.' }),
  }),
})

builder.objectType(GateFailedError, {
  name: 'GateFailedError',
  description: 'GATE_FAILED: a gate is shut. No caller can override it.',
  interfaces: [UserError],
  fields: (t) => ({
    report: t.field({
      type: GateReport,
      description: 'Every finding at once.',
      resolve: ({ report }) => report,
    }),
  }),
})

builder.objectType(AmbiguousAliasError, {
  name: 'AmbiguousAliasError',
  description: 'AMBIGUOUS_ALIAS: several entities have this name; choose one by id or key.',
  interfaces: [UserError],
  fields: (t) => ({
    alias: t.exposeString('alias', { description: 'The name.' }),
    matches: t.field({
      type: [EntityRef],
      description: 'The entities that have it.',
      resolve: ({ workId, matches }) => matches.map((id) => ({ workId, id, at: undefined })),
    }),
  }),
})

builder.objectType(SourceMismatchError, {
  name: 'SourceMismatchError',
  description: 'SOURCE_MISMATCH: the cited words do not stand at the cited place.',
  interfaces: [UserError],
  fields: (t) => ({
    expectedSha256: t.expose('expectedSha256', {
      type: 'Sha256',
      nullable: true,
      description: 'Hash that was given.',
    }),
    actualSha256: t.expose('actualSha256', {
      type: 'Sha256',
      nullable: true,
      description: 'Hash of what stands there.',
    }),
  }),
})

builder.objectType(DependencyFailedError, {
  name: 'DependencyFailedError',
  description: 'DEPENDENCY_FAILED: another item of the call, to which this one refers, failed.',
  interfaces: [UserError],
  fields: (t) => ({
    failedIndex: t.exposeInt('failedIndex', { description: 'Index of that item.' }),
  }),
})

builder.objectType(LimitExceededError, {
  name: 'LimitExceededError',
  description: 'LIMIT_EXCEEDED: more than one call takes.',
  interfaces: [UserError],
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'What it takes.' }),
    actual: t.exposeInt('actual', { description: 'What was given.' }),
  }),
})

builder.objectType(IdempotencyError, {
  name: 'IdempotencyError',
  description:
    'IDEMPOTENCY: the key was used for another input, or its first request is still running.',
  interfaces: [UserError],
  fields: (t) => ({
    reason: t.field({
      type: IdempotencyReason,
      description: 'Which of the two.',
      resolve: ({ reason }) => reason,
    }),
  }),
})

builder.objectType(BulkFailedError, {
  name: 'BulkFailedError',
  description: 'BULK_FAILED: an item of an ATOMIC call failed, so that none was applied.',
  interfaces: [UserError],
  fields: (t) => ({
    items: t.field({
      type: [DraftItemResult],
      description: 'Every item in input order, failed or not.',
      resolve: ({ items }) => [...items],
    }),
  }),
})

/** What a mutation that names rows of a work can always answer. */
export const commonErrors = [InvalidInputError, NotFoundError, IdempotencyError] as const

export type RefusalClass = new (...args: never[]) => Refusal
