import { excerpts } from '../home/files/excerpts.ts'

/** All excerpts as one file of the build: see home/files/excerpt.tsx. */
export const GET = async () => Response.json(await excerpts())
