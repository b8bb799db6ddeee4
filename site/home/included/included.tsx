import { kit } from 'virtual:kit'
import type { ReactNode } from 'react'
import { included } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { fill } from '../../../contract/fill.ts'
import { Section } from '../../ui/section.tsx'
import { Linked } from '../linked.tsx'

/** @param folder at the top of the kit; empty: files outside of folders @throws Error when there is no such folder */
function countIn(folder: string): number {
  const count = kit.filesByFolder[folder]
  if (!count)
    throw new Error(`content/home/included.ts names ${folder}, but kit/ has no such folder at its top.`)
  return count
}

/** @param children the file tree */
export function Included({ children }: { children?: ReactNode }) {
  return (
    <Section id="included" heading={included.heading} lead={included.lead} className="section-joined">
      <div className="included">
        {included.cards.map(({ title, text, folders, items }) => (
          <article key={title}>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            {folders.length > 0 && (
              <p className="included-count">
                <strong>{folders.reduce((sum, folder) => sum + countIn(folder), 0)}</strong>{' '}
                {labels.files.filesIn} <code>{folders.join(',\n')}</code>
              </p>
            )}
          </article>
        ))}
      </div>
      <p className="included-top text-small text-muted">{fill(included.top, { count: countIn('') })}</p>
      <div className="fits">
        {included.fits.map(({ heading, items }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            <ul>
              {items.map((item) => (
                <li key={item}>
                  <Linked text={item} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {children}
    </Section>
  )
}
