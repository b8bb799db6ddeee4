import { isRouteErrorResponse } from 'react-router'
import { pages } from '../../../contract/paths.ts'

/** What can be said of anything that was thrown: the status of an answer, or an error's message. */
export function describeError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof Error && error.message) return error.message
  return 'Unknown error'
}

const focus = (heading: HTMLElement | null) => heading?.focus()

/** What remains when a route fails in a way nobody foresaw. A plain link: the router may be what failed. */
export function Fallback({ error }: { error: unknown }) {
  return (
    <main id="main" className="wrap page">
      <title>Unexpected Application Error!</title>
      <div className="page-head">
        {/* The document is made anew around it, so that the focus is lost, and no screen reader would say a word. */}
        <h1 tabIndex={-1} ref={focus}>
          Unexpected Application Error!
        </h1>
        <p className="fallback-message">{describeError(error)}</p>
        <p className="text-ink-2">Reloading the page may help. Nothing that you bought is affected.</p>
        <p>
          <a className="button button-secondary" href={pages.home}>
            Return to Home
          </a>
        </p>
      </div>
    </main>
  )
}
