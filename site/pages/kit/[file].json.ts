import { kit, type SampleFile } from 'virtual:kit'
import { kitFileId } from '../../../contract/paths.ts'
import { highlight } from '../../markdown/highlight.ts'

/** A whole file of the sample, colored. home/files/pane.tsx fetches it. */
export const getStaticPaths = () =>
  kit.samples.map((file) => ({ params: { file: kitFileId(file.path) }, props: { file } }))

export const GET = async ({ props: { file } }: { props: { file: SampleFile } }) =>
  Response.json(await highlight(file.text, file.language))
