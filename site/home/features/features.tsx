import { kit } from 'virtual:kit'
import type { ReactNode } from 'react'
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
  const [wide, narrow] = excerpt && access ? ['span-7', 'span-5'] : ['', '']
  return (
    <Section id="features" heading={features.heading} lead={features.lead}>
      {(excerpt || access) && (
        <div className="columns features-pair">
          {excerpt && code && (
            <Feature {...excerpt} className={`features-large ${wide}`}>
              <Sheet className="features-sheet">
                <p className="features-file">
                  <Linked text={excerpt.file} />
                </p>
                <Code colored={code} />
                <p className="features-caption text-small text-muted">{excerpt.caption}</p>
              </Sheet>
            </Feature>
          )}
          {access && (
            <Feature {...access} className={`features-large ${narrow}`}>
              <Sheet grid className="features-sheet">
                <AccessMatrix caption={access.caption} />
                <p className="features-caption text-small text-muted">{access.note}</p>
              </Sheet>
            </Feature>
          )}
        </div>
      )}
      <div className="features-compact">
        {compact.map((feature) => (
          <Feature key={feature.title} {...feature} />
        ))}
      </div>
    </Section>
  )
}

interface FeatureProps {
  title: string
  fact: string
  text: string
  className?: string
  children?: ReactNode
}

function Feature({ title, fact, text, className, children }: FeatureProps) {
  return (
    <article className={className}>
      <h3>{title}</h3>
      <p className="features-fact">{withFigures(fact, kit)}</p>
      <p className="features-text text-small text-muted">
        <Linked text={withFigures(text, kit)} />
      </p>
      {children}
    </article>
  )
}
