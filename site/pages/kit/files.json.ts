import { kit } from 'virtual:kit'
import { fileTexts } from '../../home/files/file-texts.ts'

/** The texts of all files of the kit. home/files/pane.tsx fetches them. Without a body, Astro writes no file. */
export const GET = async () => (kit.files > 0 ? Response.json(await fileTexts()) : new Response(null))
