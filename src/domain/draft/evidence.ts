import { noEvidence } from '../facts/fold.ts'

/** Stands for the source that a row still lacks; the source gate refuses it. */
export const unproven = 0

/** A verified source and where it stands. */
export interface Cited {
  readonly id: number
  /** Undefined for notes and plans, which stand outside the story. */
  readonly place: Evidence | undefined
  /** The cited chapter is no longer part of the work. */
  readonly isLost: boolean
}

/** Order of a row in the story: position, then block and offset of the evidence in that chapter. */
export interface Evidence {
  readonly position: number
  readonly block: number
  readonly offset: number
}

/** The place of a row at `position`: the source's own place where it stands in that chapter, else the chapter's end. */
export function evidenceIn(position: number, source: Cited | undefined): Evidence {
  if (source?.place?.position === position) return source.place
  return { position, block: noEvidence, offset: 0 }
}

/** Of several sources: the first that stands in the chapter, else the first at all. */
export function citedAt(sources: readonly Cited[], position: number): Cited | undefined {
  const here = sources.filter(({ place }) => place?.position === position).sort(inStoryOrder)
  return here[0] ?? sources[0]
}

/** Earliest canonical text among the sources; notes count only where no text is cited. */
export function earliestOf(sources: readonly Cited[]): Cited | undefined {
  return sources.filter(({ place }) => place).sort(inStoryOrder)[0] ?? sources[0]
}

function inStoryOrder(a: Cited, b: Cited): number {
  const [one, other] = [a.place, b.place]
  if (!one || !other) return 0
  return one.position - other.position || one.block - other.block || one.offset - other.offset
}
