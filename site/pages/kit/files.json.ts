import { fileTexts } from '../../home/files/file-texts.ts'

/** The texts of all files of the kit. home/files/pane.tsx fetches them. */
export const GET = async () => Response.json(await fileTexts())
