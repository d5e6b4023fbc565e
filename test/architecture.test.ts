import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const graphql = ['graphql', '@graphql-tools/utils', 'dataloader']
const pothos = ['core', 'plugin-directives', 'plugin-errors', 'plugin-relay'].map(
  (name) => `@pothos/${name}`,
)
const server = ['@apollo/server', '@as-integrations/express5', 'express', 'pino']

/** What a layer may use besides itself and Node. Drivers and engines are told apart by who touches them. */
const mayUse: Record<string, readonly string[]> = {
  domain: ['zod', 'opencc-js', 'pinyin-pro', 'jschardet'],
  db: ['domain', 'kysely', 'pg', '@electric-sql/pglite', '@electric-sql/pglite-socket', 'zod'],
  app: ['domain', 'db', 'fastest-levenshtein'],
  graph: ['domain', 'db', 'app', ...graphql, ...pothos],
  server: ['domain', 'db', 'app', 'graph', 'graphql', '@graphql-yoga/render-graphiql', ...server],
}

describe('the house', () => {
  it.each(Object.entries(mayUse))('%s uses only what lies below it', (layer, allowed) => {
    const strays = globSync(`src/${layer}/**/*.ts`).flatMap((file) =>
      importsOf(file)
        .map((specifier) => owner(file, specifier))
        .filter((used) => used !== layer && used !== 'node' && !allowed.includes(used))
        .map((used) => `${file} uses ${used}`),
    )
    expect(strays).toEqual([])
  })

  it('leaves every write to app and db', () => {
    const writers = globSync('src/{graph,server}/**/*.ts').filter((file) =>
      /\.(insertInto|updateTable|deleteFrom|transaction)\(/.test(readFileSync(file, 'utf8')),
    )
    expect(writers).toEqual([])
  })

  it('opens transactions in app, apart from the registry that is synchronised at start', () => {
    const openers = globSync('src/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('.transaction()'),
    )
    expect(openers.filter((file) => !file.startsWith('src/app/'))).toEqual(['src/db/field-defs.ts'])
  })

  it('reads the environment in one file', () => {
    const readers = globSync('src/**/*.ts').filter((file) =>
      /process\.env\b/.test(readFileSync(file, 'utf8')),
    )
    expect(readers.filter((file) => !/src\/(cli|config)/.test(file))).toEqual([])
  })

  it('keeps clock and randomness out of the domain', () => {
    const impure = globSync('src/domain/**/*.ts').filter((file) =>
      /new Date\(\)|Date\.now\(|Math\.random\(|randomUUID/.test(readFileSync(file, 'utf8')),
    )
    expect(impure).toEqual([])
  })

  it('asks the registry, never the name of an entity type', () => {
    const names = globSync('src/{app,graph,server}/**/*.ts').filter((file) =>
      /type(\.name)? [!=]== '(?:character|event|location|item|faction|power_system|world)'/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(names).toEqual([])
  })

  it('imports across layers by #, inside a layer by ./', () => {
    const strays = globSync('src/{domain,db,app,graph,server}/**/*.ts').flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => layerOf(path.join(path.dirname(file), specifier)) !== layerOf(file))
        .map((specifier) => `${file} imports ${specifier}`),
    )
    expect(strays).toEqual([])
  })

  it('keeps migrations apart from src', () => {
    const users = globSync('migrations/*.ts').filter((file) =>
      importsOf(file).some((specifier) => specifier !== 'kysely'),
    )
    expect(users).toEqual([])
  })
})

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/(?:\bfrom|^import) '([^']+)'/gm)].map(
    ([, specifier = '']) => specifier,
  )
}

/** The layer or package that an import specifier names. */
function owner(file: string, specifier: string): string {
  if (specifier.startsWith('node:')) return 'node'
  if (specifier.startsWith('.')) return layerOf(path.join(path.dirname(file), specifier))
  const [scope = '', name] = specifier.replace(/^#/, '').split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

function layerOf(file: string): string {
  return path.relative('src', file).split(path.sep)[0] ?? ''
}
