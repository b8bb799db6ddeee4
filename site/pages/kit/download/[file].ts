import { type BinaryFile, kit } from 'virtual:kit'
import { kitDownloadPath } from '../../../../contract/paths.ts'

/** A file of the sample that is not text, such as a PDF. */
export const getStaticPaths = () =>
  kit.binaries.map((file) => ({
    params: { file: kitDownloadPath(file.path).split('/').at(-1) },
    props: { file },
  }))

export const GET = ({ props: { file } }: { props: { file: BinaryFile } }) =>
  new Response(Buffer.from(file.base64, 'base64'))
