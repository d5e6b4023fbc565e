import { type Block, findBlocksAt } from '#db/blocks.ts'
import type { ReadDb } from '#db/database.ts'
import { readTimeline } from '#db/timelines.ts'
import type { Work } from '#db/works.ts'
import { createNameIndex, type NameInUse, scanChapter } from '#domain/mentions/scan.ts'
import { beforeBook } from '#domain/story-time.ts'
import { sentenceAround } from '#domain/text/sentence.ts'

/** One occurrence in canonical text, with the sentence around it. */
export interface Quoted {
  readonly block: Block
  readonly start: number
  readonly end: number
  readonly quote: string
}

export interface Spread {
  readonly first: Quoted
  readonly last: Quoted
}

/** Names of somebody who is no part of the canon yet. */
export interface CandidateName {
  readonly entityId: number
  readonly lookupKey: string
}

const chaptersAtOnce = 40

/**
 * First and last mention of candidates in the canonical text, as the mention scan would count them beside the given
 * names of the canon. Reads only; nothing is attributed.
 */
export async function findSpreads(
  db: ReadDb,
  work: Work,
  names: readonly (CandidateName | NameInUse)[],
): Promise<ReadonlyMap<number, Spread>> {
  const index = createNameIndex(names.map(toNameInUse))
  const spreads = new Map<number, Spread>()
  const { places } = await readTimeline(db, work.id, work.canonRevision)
  for (let done = 0; done < places.length; done += chaptersAtOnce) {
    const positions = places.slice(done, done + chaptersAtOnce).map(({ position }) => position)
    const blocks = await findBlocksAt(
      db,
      { workId: work.id, revision: work.canonRevision },
      positions,
    )
    for (const [position, own] of Map.groupBy(blocks, (block) => block.position)) {
      const byId = new Map(own.map((block) => [block.id, block]))
      for (const { entityId, blockId, start, end } of scanChapter(index, position, own)) {
        const block = byId.get(blockId)
        if (entityId === undefined || !block) continue
        const quoted = { block, ...sentenceAround(block.text, { start, end }) }
        spreads.set(entityId, { first: spreads.get(entityId)?.first ?? quoted, last: quoted })
      }
    }
  }
  return spreads
}

/** A candidate's name counts from the beginning of the book. */
function toNameInUse(name: CandidateName | NameInUse): NameInUse {
  const always = { range: { from: beforeBook, until: undefined }, recordedIn: 0, decisionId: 0 }
  return { ...always, ...name }
}
