import { sql } from 'kysely'
import { proposableTypes } from '#domain/entity-types/registry.ts'
import type { Db } from './database.ts'

/** Gives every field of the registry its narrow id; known ones keep theirs for ever. Run at start, after migrating. */
export async function syncFieldDefs(db: Db): Promise<void> {
  const fields = proposableTypes.flatMap(({ name: type, fields }) =>
    Object.keys(fields).map((name) => ({ entity_type: type, name })),
  )
  await db.transaction().execute(async (tx) => {
    await sql`lock table field_def in share row exclusive mode`.execute(tx)
    await sql`
      insert into field_def (work_id, id, entity_type, name)
      select 0, known.max + row_number() over (order by f.entity_type, f.name), f.entity_type, f.name
      from jsonb_populate_recordset(null::field_def, ${JSON.stringify(fields)}::jsonb) f,
        (select coalesce(max(id), 0) as max from field_def where work_id = 0) known
      where not exists (
        select from field_def d where d.work_id = 0 and d.entity_type = f.entity_type and d.name = f.name
      )`.execute(tx)
  })
}
