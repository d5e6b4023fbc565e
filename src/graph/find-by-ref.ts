import { resolveName } from '#app/resolve-name.ts'
import type { Coordinates } from '#db/coordinates.ts'
import { findEntitiesByKey } from '#db/entities.ts'
import { AmbiguousAliasError } from '#domain/errors.ts'
import { badInput } from './connection.ts'
import type { Context } from './context.ts'
import type { EntityRefInput } from './entity-ref-input.ts'
import { rowId } from './global-id.ts'
import { entityTypeNodes } from './node-types.ts'

/** The entity that a reference means at the coordinates; undefined where there is none. */
export async function findByRef(
  { db }: Context,
  at: Coordinates,
  { id, key, alias }: typeof EntityRefInput.$inferInput,
): Promise<number | undefined> {
  if (id != null) {
    const row = rowId(id, entityTypeNodes, ['ref', 'id'])
    return row.workId === at.workId ? row.id : undefined
  }
  if (key != null) return (await findEntitiesByKey(db, at.workId, [key]))[0]?.id
  if (alias == null) throw badInput('A label names drafts of one call; here give id, key or alias.')
  const named = await resolveName(db, at, alias)
  if (named.kind === 'ambiguous') {
    const entityIds = named.options.map(({ entityId }) => entityId)
    throw new AmbiguousAliasError(alias.text, { workId: at.workId, entityIds })
  }
  return named.kind === 'resolved' ? named.entityId : undefined
}
