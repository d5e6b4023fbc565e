import type { Coordinates } from '#db/coordinates.ts'
import type { SourceRow } from '#db/sources.ts'
import { checkSource } from '#domain/source.ts'
import { builder } from './builder.ts'
import { SourceCheck, SourceKind } from './enums.ts'
import { globalId } from './global-id.ts'

/** A source, seen from coordinates. What stands later is known by kind and hash only. */
export interface SourceValue {
  readonly source: SourceRow
  readonly at: Coordinates
}

/** Null where the source stands later than the chapter read. */
function unlessLater<T>(read: (value: SourceValue) => T) {
  return (value: SourceValue): T | null => {
    const { position } = value.source
    return position !== undefined && position > value.at.position ? null : read(value)
  }
}

export const SourceRef = builder.objectRef<SourceValue>('SourceRef').implement({
  description:
    'An immutable place in a text: content hash first, position second. A source later than the chapter read has `kind` and `contentSha256` only; all else is null.',
  fields: (t) => ({
    kind: t.field({
      type: SourceKind,
      description: 'What it points to.',
      resolve: ({ source }) => source.kind,
    }),
    contentSha256: t.field({
      type: 'Sha256',
      description: 'Of the block revision or note revision.',
      resolve: ({ source }) => source.contentSha256,
    }),
    chapter: t.field({
      type: 'ChapterNumber',
      nullable: true,
      description: 'Where a CANON_TEXT source stands; null for notes.',
      resolve: unlessLater(({ source, at }) =>
        source.position === undefined ? null : at.timeline.numberAt(source.position),
      ),
    }),
    blockId: t.id({
      nullable: true,
      description: 'The block, of CANON_TEXT.',
      resolve: unlessLater(({ source, at }) => idOf('ContentBlock', at.workId, source.blockId)),
    }),
    settingNoteId: t.id({
      nullable: true,
      description: 'The note, of CONFIRMED_SETTING.',
      resolve: unlessLater(({ source, at }) => idOf('SettingNote', at.workId, source.noteId)),
    }),
    revision: t.int({
      nullable: true,
      description: 'Revision of the block or note.',
      resolve: unlessLater(({ source }) => source.revision),
    }),
    startOffset: t.int({
      nullable: true,
      description: 'Where the quote begins, in code points of the NFC text.',
      resolve: unlessLater(({ source }) => source.start),
    }),
    endOffset: t.int({
      nullable: true,
      description: 'Where it ends; half-open.',
      resolve: unlessLater(({ source }) => source.end),
    }),
    quote: t.string({
      nullable: true,
      description: 'The words.',
      resolve: unlessLater(({ source }) => source.quote),
    }),
    quoteSha256: t.field({
      type: 'Sha256',
      nullable: true,
      description: 'Hash of the words.',
      resolve: unlessLater(({ source }) => source.quoteSha256),
    }),
    check: t.field({
      type: SourceCheck,
      nullable: true,
      description: 'Recomputed on this read.',
      resolve: unlessLater(({ source }) => checkSource(source, source.text)),
    }),
  }),
})

function idOf(type: string, workId: number, id: number | undefined): string | null {
  return id === undefined ? null : globalId(type, { workId, id })
}
