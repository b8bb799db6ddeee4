import { buildAsk } from '../../tools/ask/build.ts'
import { policiesPage } from '../../tools/tool-pages.ts'

/** The policies of the kit and the words of answers. ask/ask-script.ts fetches them. */
export const getStaticPaths = () =>
  policiesPage.map(({ path }) => ({ params: { policies: path.split('/').at(-1) } }))

export const GET = () => Response.json(buildAsk()?.data)
