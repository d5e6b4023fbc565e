import type { Heading } from './heading.ts'
import type { Line } from './lines.ts'
import type { Outline } from './outline.ts'
import { countVolumes, type FoundVolume, type Renumbered, type VolumeCounter } from './volumes.ts'

/** A heading with the lines below it. */
export interface Section {
  readonly heading: Heading
  readonly line: number
  readonly volumeNumber: number | undefined
  readonly lines: Line[]
  /** The heading is a volume's: text stands between it and the first chapter. */
  readonly isVolume: boolean
}

export interface Assembled {
  /** Before the first heading. */
  readonly front: readonly Line[]
  readonly sections: readonly Section[]
  readonly volumes: readonly FoundVolume[]
  readonly renumbered: readonly Renumbered[]
}

/** Deals the lines out to their headings; `dropped` are indexes of lines that are no text. */
export function assemble(
  lines: readonly Line[],
  { headings }: Pick<Outline, 'headings'>,
  dropped: ReadonlySet<number>,
): Assembled {
  const counter = countVolumes()
  const front: Line[] = []
  const sections: Section[] = []
  let volumeNumber: number | undefined
  let body = front
  for (const [at, line] of lines.entries()) {
    const heading = headings.get(at)
    if (!heading) {
      if (!dropped.has(at)) body.push(line)
      continue
    }
    if (encloses(heading, headings.get(at + 1))) counter.enclose(heading)
    else volumeNumber = numberVolume(counter, heading, line.number) ?? volumeNumber
    body = []
    const isVolume = heading.kind === 'VOLUME'
    sections.push({ heading, line: line.number, volumeNumber, lines: body, isVolume })
  }
  return {
    front,
    sections: sections.filter(({ isVolume, lines: text }) => !isVolume || text.length > 0),
    volumes: counter.volumes,
    renumbered: counter.renumbered,
  }
}

function numberVolume(counter: VolumeCounter, heading: Heading, line: number): number | undefined {
  if (heading.kind === 'VOLUME') return counter.open(heading, line)
  return heading.volume && counter.name(heading.volume, line)
}

/** Book Two and Part One on neighbouring lines: one volume. */
function encloses(heading: Heading, next: Heading | undefined): boolean {
  return heading.kind === 'VOLUME' && next?.kind === 'VOLUME' && next.unit !== heading.unit
}
