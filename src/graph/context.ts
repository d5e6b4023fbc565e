import type { Caller } from '#app/command.ts'
import type { Db } from '#db/database.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What every resolver gets. One per request: loaders batch and remember within it. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly capabilities: readonly string[]
  readonly loaders: Loaders
}

/** Until tokens arrive every caller is the local author, who may do everything. */
const localCapabilities = ['READ', 'PROPOSE', 'CHECK', 'DECIDE', 'ADMINISTER'] as const

export function createContext(db: Db, caller: Caller): Context {
  return { db, caller, capabilities: localCapabilities, loaders: createLoaders(db) }
}
