import { kitFiles } from '#content/home/included.ts'
import { kitFilePath } from '../../../contract/paths.ts'
import type { FileText } from './file-texts.ts'

/** The link to the page of a whole file of the sample. Nothing for other files. */
export function WholeFile({ path, lines }: Pick<FileText, 'lines'> & { path: string }) {
  return lines === undefined ? null : (
    <p className="text-small">
      <a href={kitFilePath(path)}>{kitFiles.whole(lines)}</a>
    </p>
  )
}
