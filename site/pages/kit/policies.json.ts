import { buildAsk } from '../../tools/ask/build.ts'

/** AWS's long policies by their place in the page's policies. The page fetches them when a session has one of them. */
export const GET = () => Response.json(buildAsk().longPolicies)
