import { kit } from 'virtual:kit'
import type { ReactNode } from 'react'
import { kitFiles } from '#content/home/included.ts'
import { pages } from '../../../contract/paths.ts'
import { toolPages } from '../../tools/tool-pages.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { withFigures } from '../kit-words.ts'
import { SampleDownload } from './sample-download.tsx'

/** The heading, the link to the sample, and the sheet around the file tree. @param children the island */
export function FilesSection({ children }: { children?: ReactNode }) {
  return (
    <div id="files" className="files">
      <h3 id="files-heading">{kitFiles.heading}</h3>
      <SampleDownload />
      <p className="kit-sample kit-links">
        <a href={pages.files}>{kitFiles.all.link}</a>
        {toolPages.map(({ path, link }) => (
          <a key={path} href={path}>
            {withFigures(link, kit)}
          </a>
        ))}
      </p>
      <Sheet className="files-sheet">{children}</Sheet>
    </div>
  )
}
