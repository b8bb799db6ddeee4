import { buildAsk } from '../../tools/ask/build.ts'

/** The policies of the kit and the words of answers. ask/ask-script.ts fetches them. */
export const GET = () => Response.json(buildAsk()?.data)
