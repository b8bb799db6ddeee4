import type { ReactNode } from 'react'
import { included } from '../../../content/home/included.ts'
import { Sheet } from '../../ui/sheet.tsx'

/** The heading and the sheet around the file tree. @param children the island */
export function FilesSection({ children }: { children?: ReactNode }) {
  return (
    <div id="files" className="files">
      <h3 id="files-heading">{included.files.heading}</h3>
      <Sheet className="files-sheet">{children}</Sheet>
    </div>
  )
}
