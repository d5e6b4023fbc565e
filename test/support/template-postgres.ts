import type { TestProject } from 'vitest/node'
import { openStore } from '#db/open.ts'
import { readConfig } from '../../src/config.ts'
import { onServer, urlOf } from './postgres.ts'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL names no database to connect to.')
  const database = `fabula_template_${process.pid}`
  await onServer(url, `create database ${database}`)
  const store = await openStore(readConfig({ DATABASE_URL: urlOf(url, database) }), {
    as: 'server',
  })
  await store.close()
  project.provide('template', { kind: 'postgres', url, database })
  return () => onServer(url, `drop database ${database}`)
}
