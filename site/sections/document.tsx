import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import type { DocumentSection } from '../markdown/render.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Markup } from '../ui/markup.tsx'
import { Contents } from './contents.tsx'

export interface ShownDocument {
  title: string
  sections: DocumentSection[]
  /** null where the page already carries it, as `markupFor` says. */
  html: string | null
}

/** A text to read: the way back, its title, what is known of it, its contents, itself. */
export function Document({
  id,
  document,
  back,
  kind,
  facts,
}: {
  /** What `markupFor` was given. */
  id: string
  document: ShownDocument
  back: { to: string; label: string }
  kind?: ReactNode
  facts: ReactNode
}) {
  return (
    <article className="document">
      <header className="document-head">
        <ButtonLink to={back.to} variant="quiet" size="small" className="back">
          <ArrowLeft size={20} aria-hidden="true" /> {back.label}
        </ButtonLink>
        {kind && <p>{kind}</p>}
        <h1>{document.title}</h1>
        {facts}
      </header>
      <Contents sections={document.sections} />
      <Markup key={id} id={id} html={document.html} className="prose" />
    </article>
  )
}
