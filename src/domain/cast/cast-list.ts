import { z } from 'zod'
import { MalformedInputError } from '../errors.ts'

export const relationDirections = ['FROM_IS_TYPE_OF_TO', 'TO_IS_TYPE_OF_FROM'] as const
export type RelationDirection = (typeof relationDirections)[number]

const text = z.string().max(20_000)
const id = z.union([z.string().min(1), z.number()]).transform(String)

const castEntity = z
  .looseObject({
    id: id.describe('Own id of the list; relations name it.'),
    name: text.min(1).describe('Name as the text writes it.'),
    type: text.describe('One of the nine types or a synonym, e.g. character, artifact, 人物.'),
    aliases: z.array(text).default([]).describe('Other names.'),
    gender: text.optional().describe('male, female, 男, 女.'),
    description: text.optional().describe('One paragraph.'),
  })
  .describe('One entry. Fields that are not listed here are kept under `extra`.')

const castRelation = z
  .looseObject({
    from: id.describe('Id of one end.'),
    to: id.describe('Id of the other end.'),
    type: text.min(1).describe('Kind of the relation, e.g. 父亲.'),
    directed: z.boolean().default(true).describe('False = mutual.'),
  })
  .describe('A relation between two entries.')

/** The neutral format of cast lists. */
export const castListSchema = z
  .looseObject({
    work: text.optional().describe('Title of the novel; for people.'),
    relationDirection: z
      .enum(relationDirections)
      .optional()
      .describe('How a relation reads: «from is type of to», or «to is type of from».'),
    entities: z.array(castEntity).max(50_000),
    relations: z.array(castRelation).max(200_000).default([]),
  })
  .describe('A cast list: who and what occurs in a novel, and how they are related.')

export type CastList = z.infer<typeof castListSchema>
export type CastEntity = CastList['entities'][number]
export type CastRelation = CastList['relations'][number]

/** Throws `MalformedInputError`: with line and column where it is no JSON, with the path where it is another shape. */
export function parseCastList(json: string): CastList {
  const parsed = castListSchema.safeParse(parseJson(json))
  if (parsed.success) return parsed.data
  const diagnostics = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    line: 1,
    column: 1,
    code: 'SHAPE',
    message: `${path.join('.') || 'the file'}: ${message}`,
  }))
  throw new MalformedInputError(
    `This is no cast list: ${diagnostics[0]?.message}. See schema/cast-list.schema.json for the format.`,
    diagnostics,
  )
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const [, line = '1', column = '1'] = /line (\d+) column (\d+)/.exec(String(error)) ?? []
    const diagnostic = {
      line: Number(line),
      column: Number(column),
      code: 'JSON',
      message: String(error),
    }
    throw new MalformedInputError(
      `The file is no JSON: line ${line}, column ${column}. ${String(error)}`,
      [diagnostic],
    )
  }
}
