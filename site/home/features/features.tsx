import { kit } from 'virtual:kit'
import { features } from '../../../content/home/features.ts'
import type { Colored } from '../../markdown/highlight.ts'
import { Code } from '../../ui/code.tsx'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { AccessMatrix } from './access-matrix.tsx'

/** @param policy the colored excerpt */
export function Features({ policy }: { policy: Colored }) {
  const { organizations, identity } = features
  return (
    <Section id="features" heading={features.heading} lead={features.lead}>
      <div className="columns features-pair">
        <article className="features-large span-8">
          <h3>{organizations.title}</h3>
          <p>{organizations.text}</p>
          <Sheet className="features-artefact">
            <p className="features-file">{organizations.policy}</p>
            <Code colored={policy} />
          </Sheet>
          <p className="features-caption">{organizations.caption}</p>
        </article>
        <article className="features-large span-4">
          <h3>{identity.title}</h3>
          <p>{identity.text}</p>
          <Sheet grid className="features-artefact">
            <AccessMatrix kit={kit} caption={identity.caption} />
          </Sheet>
          <p className="features-caption">{identity.note}</p>
        </article>
      </div>
      <div className="features-compact">
        {features.compact.map(({ title, text }) => (
          <article key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </article>
        ))}
      </div>
    </Section>
  )
}
