import type { TestProject } from 'vitest/node'
import { openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'
import { makeTempDir } from './temp-dir.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeTempDir('template')
  const store = await openStore(readConfig({ FABULA_DATA_DIR: dataDir.path }), { as: 'server' })
  await store.close()
  project.provide('template', { kind: 'embedded', dataDir: dataDir.path })
  return dataDir.remove
}
