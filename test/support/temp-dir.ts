import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export async function makeTempDir(name: string) {
  const directory = await mkdtemp(path.join(os.tmpdir(), `fabula-${name}-`))
  const remove = () => rm(directory, { recursive: true, force: true })
  return { path: directory, remove, [Symbol.asyncDispose]: remove }
}
