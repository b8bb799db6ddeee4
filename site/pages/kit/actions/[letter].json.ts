import { knownActions } from 'kit-reader/actions'

/** The actions of AWS, in a file for the services of each first letter. ask/action-names.ts fetches them. */
export const getStaticPaths = () =>
  Object.entries(Object.groupBy(Object.entries(knownActions.services), ([prefix]) => prefix[0] ?? '')).map(
    ([letter, services = []]) => ({
      params: { letter },
      props: { services: Object.fromEntries(services) },
    }),
  )

export const GET = ({ props: { services } }: { props: { services: object } }) => Response.json(services)
