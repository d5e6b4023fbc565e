import type { ItemOutcome } from '#domain/errors.ts'
import { builder } from './builder.ts'

/** Outcome of one item of a bulk call; its fields that lead to drafts and entities are added by those nouns. */
export const DraftItemResult = builder.objectRef<ItemOutcome>('DraftItemResult')
