import { expect, test } from 'vitest'
import { ConfigError, readConfig, variables } from '../src/config.ts'

test('an empty environment gives a server on loopback over the embedded database', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', UNRELATED: '1' })).toEqual({
    FABULA_DATA_DIR: '.fabula',
    HOST: '127.0.0.1',
    PORT: 4000,
    DATABASE_POOL_SIZE: 10,
    STATEMENT_TIMEOUT_MS: 5000,
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
  })
})

test.each([
  ['DATABASE_URL', 'mysql://u:secret@host/db', 'must be a PostgreSQL URL'],
  ['PORT', '65536', 'must be a whole number from 0 to 65535'],
  ['PORT', 'http', 'must be a whole number from 0 to 65535'],
  ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
  ['DATABASE_POOL_SIZE', '0', 'must be a whole number from 1 to 1000'],
  ['STATEMENT_TIMEOUT_MS', '-1', 'must be a whole number from 0 to 86400000'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ['NODE_ENV', 'staging', 'must be one of development, production, test'],
])('%s=%s is refused by name', (name, value, rule) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`${name} ${rule}`)
})

test('a refusal never shows the value: a URL holds a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@host/db' })).not.toThrow('secret')
})

test('every wrong variable is named at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT must .* LOG_LEVEL must /)
})

test('every variable is described for the README', () => {
  for (const variable of Object.values(variables.shape)) expect(variable.description).toBeTruthy()
})
