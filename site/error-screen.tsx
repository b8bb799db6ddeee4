import { pages } from '../contract/paths.ts'
import { ButtonLink } from './ui/button.tsx'

/** An error's message, or "Unknown error" if something else was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'Unknown error'
}

/** Replaces the content of a page when an island throws. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div className="wrap page">
      <title>Unexpected Application Error!</title>
      <div className="page-head">
        <h1 tabIndex={-1}>Unexpected Application Error!</h1>
        <p className="error-message">{describeError(error)}</p>
        <p className="text-muted">Reloading the page may help. Your purchases are not affected.</p>
        <p>
          <ButtonLink href={pages.home}>Return to Home</ButtonLink>
        </p>
      </div>
    </div>
  )
}
