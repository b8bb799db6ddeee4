import { errorScreen } from '#content/error-screen.ts'
import { pages } from '../contract/paths.ts'
import { ButtonLink } from './ui/button.tsx'

/** An error's message, or a general one if something else was thrown. */
export function describeError(error: unknown): string {
  return error instanceof Error && error.message ? error.message : errorScreen.unknown
}

/** Replaces the content of a page when an island throws. */
export function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div className="wrap page">
      <title>{errorScreen.heading}</title>
      <div className="page-head">
        <h1 tabIndex={-1}>{errorScreen.heading}</h1>
        <p className="box error-message">{describeError(error)}</p>
        <p className="text-muted">{errorScreen.hint}</p>
        <p>
          <ButtonLink href={pages.home}>{errorScreen.home}</ButtonLink>
        </p>
      </div>
    </div>
  )
}
