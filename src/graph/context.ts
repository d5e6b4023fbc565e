import { type Caller, type Capability, capabilities } from '#app/command.ts'
import type { Db } from '#db/database.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What every resolver gets. One per request: loaders batch and remember within it. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly capabilities: readonly Capability[]
  readonly loaders: Loaders
}

/** Until tokens arrive every caller is the local author, who may do everything. */
export function createContext(db: Db, caller: Caller): Context {
  return { db, caller, capabilities, loaders: createLoaders(db) }
}
