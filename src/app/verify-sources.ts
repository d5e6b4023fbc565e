import {
  type Citable,
  findCitableBlocks,
  findCitableNotes,
  insertSources,
  type NewSource,
} from '#db/sources.ts'
import type { SourceInput } from '#domain/draft/input.ts'
import { invalidInput, NotFoundError, Refusal, SourceMismatchError } from '#domain/errors.ts'
import { codePointLength, findQuote, sha256, sliceCodePoints } from '#domain/source.ts'
import type { On } from './command.ts'

/**
 * Finds every cited quote at its place, recomputes the hashes and stores what holds. The answer is told per input:
 * the id of the stored source, or why it is refused.
 */
export async function verifySources(
  { tx, work }: On,
  inputs: readonly SourceInput[],
): Promise<ReadonlyMap<SourceInput, number | Refusal>> {
  const blocks = await findCitableBlocks(
    tx,
    work.id,
    inputs.flatMap(({ blockId }) => blockId ?? []),
  )
  const notes = await findCitableNotes(
    tx,
    work.id,
    inputs.flatMap(({ settingNoteId }) => settingNoteId ?? []),
  )
  const byId = {
    block: Map.groupBy(blocks, ({ id }) => id),
    note: Map.groupBy(notes, ({ id }) => id),
  }
  const checked = inputs.map((input) => [input, verify(input, byId)] as const)
  const sound = checked.filter(
    (one): one is readonly [SourceInput, NewSource] => !(one[1] instanceof Refusal),
  )
  const ids = await insertSources(
    tx,
    work.id,
    sound.map(([, source]) => source),
  )
  const idOf = new Map(sound.map(([input], index) => [input, ids[index] ?? 0]))
  return new Map(
    checked.map(([input, source]) => [
      input,
      source instanceof Refusal ? source : (idOf.get(input) ?? 0),
    ]),
  )
}

interface Citables {
  readonly block: ReadonlyMap<number, readonly Citable[]>
  readonly note: ReadonlyMap<number, readonly Citable[]>
}

function verify(input: SourceInput, { block, note }: Citables): NewSource | Refusal {
  const isText = input.kind === 'CANON_TEXT'
  const id = isText ? input.blockId : input.settingNoteId
  if (id == null) {
    const name = isText ? 'blockId' : 'settingNoteId'
    return invalidInput(
      ['source', name],
      'REQUIRED',
      `A source of kind ${input.kind} needs ${name}.`,
    )
  }
  const revisions = (isText ? block : note).get(id) ?? []
  const of =
    input.revision == null
      ? revisions[0]
      : revisions.find(({ revision }) => revision === input.revision)
  if (!of) return new NotFoundError(isText ? `block ${id}` : `setting note ${id}`, ['source'])
  if (input.contentSha256 != null && input.contentSha256 !== of.contentSha256) {
    const hashes = { expected: input.contentSha256, actual: of.contentSha256 }
    return new SourceMismatchError('The cited text is another revision; read it again.', hashes, [
      'source',
    ])
  }
  return locate(input, of)
}

/** The quote at its offsets; without offsets where it stands exactly once; of a note, without a quote, the whole. */
function locate({ quote, startOffset, endOffset }: SourceInput, of: Citable): NewSource | Refusal {
  if (quote == null) {
    if (of.kind === 'CANON_TEXT')
      return invalidInput(
        ['source', 'quote'],
        'REQUIRED',
        'A citation of the text needs its quote.',
      )
    return { of, start: 0, end: codePointLength(of.text), quote: of.text }
  }
  const words = quote.normalize('NFC')
  if (startOffset == null || endOffset == null) {
    const place = findQuote(of.text, words)
    return place
      ? { of, ...place, quote: words }
      : new SourceMismatchError(
          `“${words}” does not stand there exactly once; give startOffset and endOffset.`,
          {},
          ['source', 'quote'],
        )
  }
  const standing = sliceCodePoints(of.text, startOffset, endOffset)
  if (standing === words && words !== '')
    return { of, start: startOffset, end: endOffset, quote: words }
  const hashes = { expected: sha256(words), actual: sha256(standing) }
  return new SourceMismatchError(
    `“${words}” does not stand at ${startOffset}–${endOffset}.`,
    hashes,
    ['source', 'quote'],
  )
}
