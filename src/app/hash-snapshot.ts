import type { Alias } from '#db/aliases.ts'
import type { FactInForce } from '#db/fact-reads.ts'
import type { Snapshot } from '#db/snapshots.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { sha256 } from '#domain/source.ts'

/** Hash of what a snapshot tells; equal hashes mean that nothing changed between two chapters or revisions. */
export function hashSnapshot(
  { validity }: Snapshot,
  aliases: readonly Alias[],
  facts: readonly FactInForce[],
): string {
  return sha256(
    canonicalJson({
      validity,
      aliases: aliases.map(({ text, kind, range }) => ({ text, kind, range })),
      facts: facts.map(({ field, elem, value, from, until }) => ({
        field,
        elem,
        value,
        from,
        until,
      })),
    }),
  )
}
