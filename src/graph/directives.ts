import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLEnumType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'

/** The same schema with the declarations of the directives that its fields carry. */
export function withDirectives(schema: GraphQLSchema): GraphQLSchema {
  const requires = new GraphQLDirective({
    name: 'requires',
    description: 'Capability that a caller must hold; checked by a test over every mutation.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      capability: {
        type: new GraphQLNonNull(schema.getType('Capability') as GraphQLEnumType),
        description: 'The capability.',
      },
    },
  })
  const cost = new GraphQLDirective({
    name: 'cost',
    description: 'Static cost of a field.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      weight: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 1, description: 'Points.' },
      slicing: {
        type: GraphQLString,
        description: 'Argument that multiplies the cost of the children.',
      },
    },
  })
  const config = schema.toConfig()
  return new GraphQLSchema({ ...config, directives: [...config.directives, requires, cost] })
}
