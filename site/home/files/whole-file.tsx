import { kitFiles } from '#content/home/included.ts'
import { kitDownloadPath, kitFilePath } from '../../../contract/paths.ts'
import type { FileText } from './file-texts.ts'

/** The link to a whole file of the sample: to its page, or to the file itself if it is not text. Nothing for other files. */
export function WholeFile({ path, lines, bytes }: Pick<FileText, 'lines' | 'bytes'> & { path: string }) {
  if (lines !== undefined)
    return (
      <p>
        <a href={kitFilePath(path)}>{kitFiles.whole(lines)}</a>
      </p>
    )
  if (bytes === undefined) return null
  return (
    <p>
      <a href={kitDownloadPath(path)} download={path.split('/').at(-1)}>
        {kitFiles.download(Math.ceil(bytes / 1000))}
      </a>
    </p>
  )
}
