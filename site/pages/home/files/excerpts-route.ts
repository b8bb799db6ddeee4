import { kitFiles } from '../../../../content/home/kit-files.ts'
import { renderExcerpts } from './kit-panels.server.tsx'

/** All excerpts as one file of the build, by path: see excerpt.tsx. */
export async function loader() {
  return Response.json(await renderExcerpts(kitFiles))
}
