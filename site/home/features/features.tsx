import { kit } from 'virtual:kit'
import { features } from '#content/home/features.ts'
import type { Colored } from '../../markdown/highlight.ts'
import { Code } from '../../ui/code.tsx'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { withFigures } from '../kit-words.ts'
import { Linked } from '../linked.tsx'
import { AccessMatrix } from './access-matrix.tsx'

/** @param excerpt the colored excerpt, unless content has none */
export function Features({ excerpt: code }: { excerpt: Colored | null }) {
  const { excerpt, access, compact } = features
  // A single large feature has the whole width.
  const [wide, narrow] = excerpt && access ? ['span-8', 'span-4'] : ['span-12', 'span-12']
  return (
    <Section id="features" heading={features.heading} lead={features.lead}>
      {(excerpt || access) && (
        <div className="columns features-pair">
          {excerpt && code && (
            <article className={`features-large ${wide}`}>
              <h3>{excerpt.title}</h3>
              <p>{excerpt.text}</p>
              <Sheet className="features-sheet">
                <p className="features-file">{excerpt.file}</p>
                <Code colored={code} />
              </Sheet>
              <p className="features-caption">{excerpt.caption}</p>
            </article>
          )}
          {access && (
            <article className={`features-large ${narrow}`}>
              <h3>{access.title}</h3>
              <p>{access.text}</p>
              <Sheet grid className="features-sheet">
                <AccessMatrix caption={access.caption} />
              </Sheet>
              <p className="features-caption">{access.note}</p>
            </article>
          )}
        </div>
      )}
      <div className="features-compact">
        {compact.map(({ title, text }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>
              <Linked text={withFigures(text, kit)} />
            </p>
          </article>
        ))}
      </div>
    </Section>
  )
}
