import type { ReactNode } from 'react'
import { kitFiles } from '#content/home/included.ts'
import { pages } from '../../../contract/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { SampleDownload } from './sample-download.tsx'

/** The heading, the link to the sample, and the sheet around the file tree. @param children the island */
export function FilesSection({ children }: { children?: ReactNode }) {
  return (
    <div id="files" className="files">
      <h3 id="files-heading">{kitFiles.heading}</h3>
      <SampleDownload>
        {'. '}
        <a href={pages.files}>{kitFiles.all.link}</a>
      </SampleDownload>
      <Sheet className="files-sheet">{children}</Sheet>
    </div>
  )
}
