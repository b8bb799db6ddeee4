import { pages } from '../../contract/paths.ts'
import { Wrap } from '../ui/section.tsx'
import { Today } from '../ui/today.tsx'
import { Document, type ShownDocument } from './document.tsx'

/** A legal text: its date is always the visitor's today, as specified. */
export function LegalPage({ id, document }: { id: string; document: ShownDocument }) {
  return (
    <Wrap className="page">
      <Document
        id={id}
        document={document}
        back={{ to: pages.home, label: 'Back to Home' }}
        facts={
          <p className="text-ink-2">
            Last updated: <Today show="date" />
          </p>
        }
      />
    </Wrap>
  )
}
