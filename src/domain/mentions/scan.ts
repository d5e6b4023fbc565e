import { sliceCodePoints } from '../source.ts'
import { holdsAt, type PositionRange } from '../story-time.ts'
import { foldText } from '../text/fold.ts'
import { createMatcher, type Matcher } from '../text/matcher.ts'

/** A name of somebody, over a range of the story. */
export interface NameInUse {
  readonly entityId: number
  readonly lookupKey: string
  readonly range: PositionRange
  readonly recordedIn: number
  readonly decisionId: number
}

/** The names of a work, ready to be looked for. */
export interface NameIndex {
  readonly matcher: Matcher
  /** Names per pattern of the matcher. */
  readonly names: readonly (readonly NameInUse[])[]
}

export interface ScannedBlock {
  readonly id: number
  readonly revision: number
  readonly text: string
  readonly recordedIn: number
  readonly decisionId: number
}

/** An occurrence of a name in a block. `entityId` undefined = several owners and none settles it. */
export interface Mention {
  readonly entityId: number | undefined
  readonly lookupKey: string
  readonly blockId: number
  readonly blockRevision: number
  /** Half-open, in code points. */
  readonly start: number
  readonly end: number
  readonly surface: string
  /** Settled because only one owner is present in the chapter. */
  readonly byPresence: boolean
  /** Confirmed the name or brought the text, whichever came later. */
  readonly decisionId: number
}

export function createNameIndex(names: readonly NameInUse[]): NameIndex {
  const byKey = Map.groupBy(names, ({ lookupKey }) => lookupKey)
  return { matcher: createMatcher([...byKey.keys()]), names: [...byKey.values()] }
}

interface Occurrence extends Omit<Mention, 'entityId' | 'byPresence'> {
  readonly owners: readonly NameInUse[]
}

/**
 * Finds who is mentioned in one chapter: longest match over the names valid there. A surface with one owner counts;
 * of several owners the one that is present in the chapter by another name, if it is exactly one.
 */
export function scanChapter(
  { names, matcher }: NameIndex,
  position: number,
  blocks: readonly ScannedBlock[],
): Mention[] {
  const inUse = names.map((owners) => owners.filter(({ range }) => holdsAt(range, position)))
  const isInUse = (pattern: number) => (inUse[pattern]?.length ?? 0) > 0
  const occurrences = blocks.flatMap((block) =>
    matcher
      .match(foldText(block.text), isInUse)
      .map(({ pattern, key, start, end }) =>
        occurrence(block, { owners: inUse[pattern] ?? [], lookupKey: key, start, end }),
      ),
  )
  const present = new Set(occurrences.flatMap(({ owners }) => soleOwner(owners)?.entityId ?? []))
  return occurrences.map((one) => settle(one, present))
}

function occurrence(
  { id, revision, text, recordedIn, decisionId }: ScannedBlock,
  found: Pick<Occurrence, 'owners' | 'lookupKey' | 'start' | 'end'>,
): Occurrence {
  const latest = found.owners.reduce(
    (last, name) => (name.recordedIn > last.recordedIn ? name : last),
    { recordedIn, decisionId },
  )
  return {
    ...found,
    blockId: id,
    blockRevision: revision,
    surface: sliceCodePoints(text, found.start, found.end),
    decisionId: latest.decisionId,
  }
}

function settle({ owners, ...mention }: Occurrence, present: ReadonlySet<number>): Mention {
  const sole = soleOwner(owners)
  if (sole) return { ...mention, entityId: sole.entityId, byPresence: false }
  const there = soleOwner(owners.filter(({ entityId }) => present.has(entityId)))
  return { ...mention, entityId: there?.entityId, byPresence: there !== undefined }
}

function soleOwner(owners: readonly NameInUse[]): NameInUse | undefined {
  const [first] = owners
  return owners.every(({ entityId }) => entityId === first?.entityId) ? first : undefined
}
