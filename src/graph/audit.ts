import { listAudit } from '#db/audit.ts'
import type { Row } from '#db/rows.ts'
import { Actor, actorOf } from './actor.ts'
import { builder } from './builder.ts'
import { keyset } from './connection.ts'
import { Work } from './work.ts'

type Entry = Row<'audit_entry'>

const AuditEntry = builder.objectRef<Entry>('AuditEntry').implement({
  description: 'One entry of the append-only, hash-chained log of a work.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque.',
      resolve: ({ work_id, sequence }) => `AuditEntry_${work_id}_${sequence}`,
    }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Counts from 1 within the work.',
      resolve: ({ sequence }) => `${sequence}`,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    actor: t.field({
      type: Actor,
      description: 'Who.',
      resolve: ({ actor_id }, _args, context) => actorOf(actor_id, context),
    }),
    action: t.exposeString('action', { description: 'E.g. `entityDraft.confirm`.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why, in the words of the actor.',
    }),
    subjectType: t.exposeString('subject_type', { description: 'Kind of row it is about.' }),
    subjectId: t.id({
      nullable: true,
      description: 'The row.',
      resolve: ({ work_id, subject_type, subject_id }) =>
        subject_id === null
          ? null
          : subject_type === 'Work'
            ? `Work_${subject_id}`
            : `${subject_type}_${work_id}_${subject_id}`,
    }),
    requestId: t.exposeString('request_id', { description: 'The request it was part of.' }),
    canonRevision: t.exposeInt('canon_revision', {
      nullable: true,
      description: 'Revision it made.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'As it was, in stored form.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'As it became, in stored form.',
      resolve: ({ after }) => after ?? null,
    }),
    detail: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What else belongs to it.',
      resolve: ({ detail }) => detail ?? null,
    }),
    entrySha256: t.field({
      type: 'Sha256',
      description: 'Hash over this entry, the hash of the one before included.',
      resolve: ({ entry_sha256 }) => entry_sha256,
    }),
  }),
})

builder.objectField(Work, 'auditLog', (t) =>
  t.connection(
    {
      type: AuditEntry,
      description: 'Who did what, in the order of the chain.',
      args: { actions: t.arg.stringList({ description: 'Only these actions.' }) },
      resolve: ({ id }, { actions, ...args }, { db }) =>
        keyset<Entry>({
          list: 'audit',
          args,
          keyOf: ({ sequence }) => sequence,
          load: (page) => listAudit(db, id, { filter: { actions: actions ?? undefined }, page }),
          count: () => Promise.resolve(0),
        }),
    },
    { name: 'AuditEntryConnection' },
    { name: 'AuditEntryEdge' },
  ),
)
