import { graphql } from '../gql/gql.ts'

/** One entity as of a chapter, with what most tests look at. */
export const EntityAsOf = graphql(/* GraphQL */ `
  query EntityAsOf($work: String!, $chapter: ChapterNumber!, $key: String!) {
    work(by: { key: $work }) {
      asOf(chapter: $chapter) {
        asOf { chapter canonRevision }
        entity(ref: { key: $key }) {
          id
          key
          name
          entityRevision
          ledgerState
          aliases { text kind isPrimary validity { fromChapter untilChapter } }
          validity { fromChapter untilChapter }
          evolution { chapter step phase }
          sources { kind chapter quote check }
          facts {
            __typename
            ... on CharacterFacts {
              alive
              gender
              identity
              level
              office
              personality
              injuries
              belongings
              power { rank ordinal system { key } }
              location { key name }
              faction { key name }
              possessions { key name }
              knowledge { words entity { key } }
            }
            ... on ItemFacts { holder { key name } charges condition effects grade }
            ... on CharacterRelationFacts { kind directed strength polarity source { key } target { key } }
          }
        }
      }
    }
  }
`)
