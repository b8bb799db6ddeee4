import { buildAsk } from '../../tools/ask/build.ts'
import { policiesPage } from '../../tools/tool-pages.ts'

/** AWS's long policies by their place in the page's policies. The page fetches them when a session has one of them. */
export const getStaticPaths = () =>
  policiesPage.map(({ path }) => ({ params: { policies: path.split('/').at(-1) } }))

export const GET = () => Response.json(buildAsk()?.longPolicies)
