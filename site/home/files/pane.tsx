import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { kitFiles } from '#content/home/included.ts'
import { kitEntryPath, kitFilePath, kitFilesPath } from '../../../contract/paths.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import type { FileText } from './file-texts.ts'
import { WholeFile } from './whole-file.tsx'

/** A file of the sample. */
export interface FirstFile {
  path: string
  description: string
}

async function fetchTexts(signal: AbortSignal): Promise<Record<string, FileText>> {
  const response = await fetch(kitFilesPath, { signal })
  if (!response.ok) throw new Error(`${kitFilesPath} answered ${response.status}`)
  return response.json()
}

/**
 * What is said about the selected file. All texts are in one file outside of the page. The island fetches it when it
 * hydrates, because the visitor is near it then.
 * @param path of the selected file or folder
 * @param first what a visitor may read before a choice
 */
export function Pane({ path, first }: { path: string | null; first: FirstFile[] }) {
  const pane = useRef<HTMLElement>(null)
  const { about, empty, failed, showing } = kitFiles
  const texts = useQuery(
    {
      queryKey: ['kit files'],
      queryFn: ({ signal }) => fetchTexts(signal),
      // The texts of a build do not change.
      staleTime: Number.POSITIVE_INFINITY,
      // Without a network, the request has to fail at once, so that the pane can say so.
      networkMode: 'always',
    },
    queries,
  )
  const text = path === null ? undefined : texts.data?.[path]
  // Each retry comes later than the one before. The visitor does not wait for the last one.
  const hasFailed = path !== null && !texts.data && texts.failureReason !== null

  useEffect(() => {
    if (path !== null) pane.current?.scrollTo({ top: 0 })
  }, [path])

  return (
    <section
      ref={pane}
      className="kit-pane"
      aria-label={about}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
    >
      {path === null ? (
        // The browser may have translated these texts before React hydrates.
        <div className="kit-empty">
          <h4 suppressHydrationWarning>{empty.heading}</h4>
          <p className="text-muted" suppressHydrationWarning>
            {empty.text}
          </p>
          <h5 suppressHydrationWarning>{kitFiles.first.heading}</h5>
          <ul className="text-small text-muted">
            {first.map(({ path, description }) => (
              <li key={path} suppressHydrationWarning>
                <a href={kitFilePath(path)} translate="no">
                  {path}
                </a>{' '}
                {description}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <article key={path} className="kit-panel">
          <h4 translate="no">{path.split('/').at(-1)}</h4>
          <p className="kit-path" translate="no">
            {path}
          </p>
          {text && (
            <>
              <p className="kit-description text-small">{text.description}</p>
              <p className="text-small text-muted">{text.details}</p>
            </>
          )}
          {text && <WholeFile path={path} {...text} />}
          {hasFailed && (
            <div className="kit-failed">
              <p>{failed.text}</p>
              <Button size="small" onClick={() => texts.refetch()}>
                {failed.again}
              </Button>{' '}
              <a href={kitEntryPath(path)}>{kitFiles.all.link}</a>
            </div>
          )}
          {text?.excerpt && (
            <div className="kit-excerpt" translate="no">
              <Code colored={text.excerpt} />
            </div>
          )}
        </article>
      )}
      <p role="status" className="sr-only">
        {path !== null && (hasFailed ? failed.text : showing(path))}
      </p>
    </section>
  )
}
