import { renamedIn } from 'scp-dry-run/actions'
import { knownActions } from 'scp-dry-run/names'

/** The actions of AWS, in a file for the services of each first letter. ask/action-names.ts fetches them. */
export const getStaticPaths = () =>
  Object.entries(Object.groupBy(Object.entries(knownActions.services), ([prefix]) => prefix[0] ?? '')).map(
    ([letter, services = []]) => ({
      params: { letter },
      props: {
        actions: Object.fromEntries(services),
        calls: Object.fromEntries(
          services.flatMap(([prefix]) =>
            [...renamedIn(prefix)].map(([call, action]) => [`${prefix}:${call}`.toLowerCase(), action]),
          ),
        ),
      },
    }),
  )

export const GET = ({ props }: { props: object }) => Response.json(props)
