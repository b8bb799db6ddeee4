import { kit, type SampleFile } from 'virtual:kit'
import { labels } from '#content/labels.ts'
import { kitEntryPath, kitFilePath } from '../../contract/paths.ts'
import { SampleDownload } from '../home/files/sample-download.tsx'
import type { Colored } from '../markdown/highlight.ts'
import { NextTool } from '../tools/next-tool.tsx'
import { toolPages } from '../tools/tool-pages.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Code } from '../ui/code.tsx'
import { Path } from '../ui/path.tsx'

interface Props {
  file: SampleFile
  colored: Colored
  /** The rendered HTML of a Markdown file. */
  document: string | null
}

/** A whole file of the sample, with links to the others and to its place among all files. */
export function KitFile({ file, colored, document }: Props) {
  const { done, selected, label } = labels.post.copy
  // post/copy-code.ts handles the button's click.
  const source = (
    <figure className="code kit-file-code" translate="no">
      <figcaption>
        <span>{file.path.split('/').at(-1)}</span>
        <button
          type="button"
          className="code-copy"
          data-done={done}
          data-selected={selected}
          aria-label={labels.post.copyOf(file.path)}
        >
          {label}
        </button>
      </figcaption>
      <Code colored={colored} />
    </figure>
  )
  return (
    <div className="wrap page kit-file">
      <BackLink to={kitEntryPath(file.path)} label={labels.back.files} />
      <h1 translate="no">
        <Path path={file.path} />
      </h1>
      {/* A document says in its first heading what it is. */}
      {document === null && <p className="text-lead text-muted">{file.description}</p>}
      <p className="kit-file-details">{file.details}</p>
      <div className="kit-file-body">
        {document === null ? (
          source
        ) : (
          <div>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered at build, from a file of the kit */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: document }} />
            <details className="disclosure kit-file-source">
              <summary>{labels.files.source}</summary>
              {source}
            </details>
          </div>
        )}
        <nav aria-label={labels.files.ofSample}>
          <h2>{labels.files.sample}</h2>
          <ul translate="no">
            {kit.samples.map(({ path }) => (
              <li key={path}>
                <a
                  className="text-link"
                  href={kitFilePath(path)}
                  aria-current={path === file.path ? 'page' : undefined}
                >
                  {path}
                </a>
              </li>
            ))}
          </ul>
          <SampleDownload />
          {toolPages.map(({ path, title }) => (
            <p key={path} className="kit-sample text-small">
              <a href={path}>{title}</a>
            </p>
          ))}
        </nav>
      </div>
      <NextTool />
    </div>
  )
}
