import { writeArcs } from '#db/arcs.ts'
import type { Tx } from '#db/database.ts'
import type { Recording } from '#db/decisions.ts'
import {
  insertAliases,
  insertRelations,
  insertSteps,
  writeEntityRevisions,
} from '#db/entity-writes.ts'
import { recordFacts } from '#db/facts.ts'
import type { CanonRows } from '#domain/draft/canon-rows.ts'

/** Writes what a decision confirmed; entities first, for all else points to them. */
export async function writeCanonRows(tx: Tx, on: Recording, rows: CanonRows): Promise<void> {
  await writeEntityRevisions(tx, on, rows.revisions)
  await insertAliases(tx, on, rows.aliases)
  await insertRelations(tx, on, rows.relations)
  await recordFacts(tx, on, rows.facts)
  await insertSteps(tx, on, rows.steps)
  await writeArcs(tx, on, rows.arcs)
}
