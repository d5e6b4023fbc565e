import { foldTitle, type Heading, type VolumeMark } from './heading.ts'
import { nameHeading } from './lines.ts'

export interface FoundVolume {
  readonly number: number
  readonly title: string
  readonly line: number
}

/** A volume that got another number than its heading prints. */
export interface Renumbered {
  readonly volume: FoundVolume
  readonly label: string
}

/** Numbers the volumes while the headings of a file pass by. */
export interface VolumeCounter {
  /** A heading that holds volumes, as Book Two holds Part One: it goes into their titles and is no volume of its own. */
  enclose(heading: Heading): void
  /** A heading that opens a volume; its number. */
  open(heading: Heading, line: number): number
  /** A chapter's heading that names its volume; the volume's number. */
  name(mark: VolumeMark, line: number): number
  readonly volumes: readonly FoundVolume[]
  readonly renumbered: readonly Renumbered[]
}

/**
 * A volume keeps its printed number; where another volume has it (Part One of Book One), or none is printed, it gets
 * the next free one. The same heading again, as pages repeat it, is the same volume.
 */
export function countVolumes(): VolumeCounter {
  const volumes: FoundVolume[] = []
  const renumbered: Renumbered[] = []
  const known = new Map<string, number>()
  const taken = new Set<number>()
  let highest = 0
  let above: Heading | undefined

  function name({ label, title, number: printed }: VolumeMark, line: number): number {
    const untitled = `${printed ?? label}|`
    const key = untitled + foldTitle(title)
    const before = known.get(key)
    if (before !== undefined) return before
    const number = printed === undefined || taken.has(printed) ? highest + 1 : printed
    const volume = { number, title, line }
    volumes.push(volume)
    if (number !== printed) renumbered.push({ volume, label })
    taken.add(number)
    highest = Math.max(highest, number)
    known.set(key, number)
    if (!known.has(untitled)) known.set(untitled, number)
    return number
  }

  function open(heading: Heading, line: number): number {
    if (above?.unit === heading.unit) above = undefined
    const title = above ? `${nameHeading(above)} ${nameHeading(heading)}` : heading.title
    return name({ label: heading.label, number: heading.number, title }, line)
  }

  return {
    volumes,
    renumbered,
    name,
    open,
    enclose: (heading) => {
      above = heading
    },
  }
}
