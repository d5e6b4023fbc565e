import { z } from 'zod'
import { Refusal } from '#domain/errors.ts'

/** Every environment variable there is. The description is the README's; the error says what the value must be. */
export const variables = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a PostgreSQL URL: postgres://user:password@host:5432/name',
    })
    .optional()
    .describe('PostgreSQL 15 or later to use in place of the embedded database'),
  FABULA_DATA_DIR: z
    .string()
    .default('.fabula')
    .describe('Directory of the embedded database, created where it is missing'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: wholeNumber({ from: 0, to: 65_535 })
    .default(4000)
    .describe('Port to listen on; 0 takes a free one'),
  DATABASE_POOL_SIZE: wholeNumber({ from: 1, to: 1000 })
    .default(10)
    .describe('Connections to the database at a time'),
  STATEMENT_TIMEOUT_MS: wholeNumber({ from: 0, to: 86_400_000 })
    .default(5000)
    .describe('Milliseconds a statement may take on PostgreSQL; 0 lifts the limit'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('Least severe log line to write'),
  NODE_ENV: oneOf('development', 'production', 'test')
    .default('development')
    .describe('`production` serves no landing page'),
})

export type Config = Readonly<z.infer<typeof variables>>

export class ConfigError extends Refusal {
  override readonly name = 'ConfigError'
  readonly code = 'INVALID_CONFIG'
}

/**
 * The only reader of the environment. An empty variable counts as absent.
 * @throws ConfigError naming each wrong variable and what it must be, never its value: a URL holds a password.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  const { data, error } = variables.safeParse(Object.fromEntries(given))
  if (data) return data
  throw new ConfigError(
    error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '),
  )
}

function wholeNumber({ from, to }: { from: number; to: number }) {
  const error = `must be a whole number from ${from} to ${to}`
  return z.coerce.number({ error }).int({ error }).min(from, { error }).max(to, { error })
}

function oneOf<const Names extends readonly [string, ...string[]]>(...names: Names) {
  return z.enum(names, { error: `must be one of ${names.join(', ')}` })
}
