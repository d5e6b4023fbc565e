import { writeFileSync } from 'node:fs'
import { printContract } from './print-schema.ts'
import { schema } from './schema.ts'

writeFileSync('schema/fabula.graphql', printContract(schema))
