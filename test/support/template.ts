/** A migrated database that nobody is connected to; every test file starts from a copy of it. */
export type Template =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly database: string }

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}
