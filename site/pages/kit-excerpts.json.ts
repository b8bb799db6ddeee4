import { excerpts } from '../home/files/excerpts.ts'

/** All excerpts in one file. home/files/excerpt.tsx fetches it. */
export const GET = async () => Response.json(await excerpts())
