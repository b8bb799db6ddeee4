import { kit, type SampleFile } from 'virtual:kit'
import { labels } from '#content/labels.ts'
import { kitEntryPath, kitFilePath } from '../../contract/paths.ts'
import { SampleDownload } from '../home/files/sample-download.tsx'
import type { Colored } from '../markdown/highlight.ts'
import { toolPages } from '../tools/tool-pages.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Code } from '../ui/code.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** A whole file of the sample, with links to the others and to its place among all files. */
export function KitFile({ file, colored }: { file: SampleFile; colored: Colored }) {
  return (
    <div className="wrap page kit-file">
      <BackLink to={kitEntryPath(file.path)} label={labels.back.files} />
      <h1 translate="no">{file.path}</h1>
      <p className="text-lead text-muted">{file.description}</p>
      <p className="kit-file-details">{file.details}</p>
      <div className="kit-file-body">
        <Sheet className={file.path.endsWith('.md') ? 'kit-file-code kit-file-prose' : 'kit-file-code'}>
          <div translate="no">
            <Code colored={colored} />
          </div>
        </Sheet>
        <nav aria-label={labels.files.ofSample}>
          <h2>{labels.files.sample}</h2>
          <ul translate="no">
            {kit.samples.map(({ path }) => (
              <li key={path}>
                <a href={kitFilePath(path)} aria-current={path === file.path ? 'page' : undefined}>
                  {path}
                </a>
              </li>
            ))}
          </ul>
          <SampleDownload />
          {toolPages.map(({ path, title }) => (
            <p key={path} className="kit-sample">
              <a href={path}>{title}</a>
            </p>
          ))}
        </nav>
      </div>
    </div>
  )
}
