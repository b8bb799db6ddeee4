import { ArrowLeft } from 'lucide-react'
import { pages } from '../../contract/paths.ts'
import { Body } from '../markdown/body.tsx'
import type { LegalDocument } from '../markdown/legal.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/section.tsx'
import { Today } from '../ui/today.tsx'
import { Contents } from './contents.tsx'

/** A legal text: its date is always the visitor's today, as specified. */
export function LegalPage({
  name,
  document,
}: {
  name: string
  document: Omit<LegalDocument, 'html'> & { html: string | null }
}) {
  return (
    <Wrap className="page">
      <article className="document">
        <header className="document-head">
          <ButtonLink to={pages.home} variant="quiet" size="small" className="back">
            <ArrowLeft size={20} aria-hidden="true" /> Back to Home
          </ButtonLink>
          <h1>{document.title}</h1>
          <p className="text-ink-2">
            Last updated: <Today show="date" />
          </p>
        </header>
        <Contents sections={document.sections} />
        <Body key={name} name={name} html={document.html} />
      </article>
    </Wrap>
  )
}
