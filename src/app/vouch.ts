import type { DecisionKind, Recording } from '#db/decisions.ts'
import { recordDecision, setVouchNote } from '#db/decisions.ts'
import { idSequence, nextIds } from '#db/rows.ts'
import { insertNote, nextNoteIds } from '#db/setting-notes.ts'
import { insertVouchSource } from '#db/sources.ts'
import type { Confirmation } from '#domain/draft/confirm.ts'
import type { Cited } from '#domain/draft/evidence.ts'
import type { On } from './command.ts'

/** The words in which a person vouches; each different text becomes one setting note, if something rests on it. */
export interface Vouching {
  readonly citedFor: (words: string | null | undefined) => Cited | undefined
  /** Records the decision, and the notes that its rows cite. */
  readonly record: (on: On, decision: VouchedDecision) => Promise<Recording>
}

interface VouchedDecision {
  readonly kind: DecisionKind
  readonly note: string | undefined
  readonly confirmations: readonly Confirmation[]
}

interface Vouchers {
  readonly vouch?: string | null | undefined
  readonly items: readonly {
    readonly decision: {
      readonly confirm?: { readonly vouch?: string | null | undefined } | null | undefined
      readonly editAndConfirm?: { readonly vouch?: string | null | undefined } | null | undefined
    }
  }[]
}

/** Gives every text an id before the rows that will cite it are made. */
export async function vouching({ tx }: On, { vouch, items }: Vouchers): Promise<Vouching> {
  const texts = items.map(
    ({ decision }) => decision.confirm?.vouch ?? decision.editAndConfirm?.vouch,
  )
  const words = [...new Set([vouch, ...texts].flatMap((one) => clean(one) ?? []))]
  const noteIds = await nextNoteIds(tx, words.length)
  const sourceIds = await nextIds(tx, idSequence('source'), words.length)
  const notes = words.map((text, index) => ({
    text,
    noteId: noteIds[index] ?? 0,
    sourceId: sourceIds[index] ?? 0,
  }))
  return {
    citedFor: (text) => {
      const note = notes.find((one) => one.text === clean(text))
      return note && { id: note.sourceId, place: undefined, isLost: false }
    },
    record: async (on, { kind, note, confirmations }) => {
      const { work, caller } = on
      const recording = await recordDecision(on.tx, {
        workId: work.id,
        kind,
        actorId: caller.actorId,
        note,
      })
      const cited = new Set(
        confirmations.flatMap(({ facts, aliases, steps }) =>
          [...facts, ...aliases, ...steps].map(({ sourceId }) => sourceId),
        ),
      )
      for (const { text, noteId, sourceId } of notes.filter((one) => cited.has(one.sourceId))) {
        await insertNote(on.tx, recording, { id: noteId, title: titleOf(text), text })
        await insertVouchSource(on.tx, recording, { id: sourceId, noteId, text })
        await setVouchNote(on.tx, recording, noteId)
      }
      return recording
    },
  }
}

function clean(words: string | null | undefined): string | undefined {
  return words?.normalize('NFC').trim() || undefined
}

/** The first words of a text, for lists. */
function titleOf(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > 30 ? `${line.slice(0, 30)}…` : line
}
