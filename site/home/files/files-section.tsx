import type { Kit } from 'virtual:kit'
import type { ReactNode } from 'react'
import { dryRun } from '#content/dry-run.ts'
import { kitFiles } from '#content/home/included.ts'
import { policies } from '#content/policies.ts'
import { pages } from '../../../contract/paths.ts'
import { dryRunPage } from '../../dry-run/dry-run-page.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { withFigures } from '../kit-words.ts'
import { SampleDownload } from './sample-download.tsx'

/** The heading, the link to the sample, and the sheet around the file tree. @param children the island */
export function FilesSection({ kit, children }: { kit: Kit; children?: ReactNode }) {
  return (
    <div id="files" className="files">
      <h3 id="files-heading">{kitFiles.heading}</h3>
      <SampleDownload kit={kit} />
      <p className="kit-sample">
        <a href={pages.files}>{kitFiles.all.link}</a>
      </p>
      {kit.policyRequests.length > 0 && (
        <p className="kit-sample">
          <a href={pages.policies}>{withFigures(policies.link, kit)}</a>
        </p>
      )}
      {dryRunPage.map(({ path }) => (
        <p key={path} className="kit-sample">
          <a href={path}>{dryRun.link}</a>
        </p>
      ))}
      <Sheet className="files-sheet">{children}</Sheet>
    </div>
  )
}
