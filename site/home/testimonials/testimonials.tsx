import { type Testimonial, testimonials } from '#content/home/testimonials.ts'
import { labels } from '#content/labels.ts'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Portrait } from './portrait.tsx'

/** One row of short quotes. On a phone, it scrolls in its own box. */
export function Testimonials() {
  const { heading, people } = testimonials
  const samples = people.some(({ sample }) => sample)
  return (
    <Section
      id="customers"
      heading={heading}
      lead={samples ? testimonials.samples : undefined}
      className="customers-section"
    >
      {/* biome-ignore-start lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: it has no fields; on a phone it scrolls, so the keyboard has to reach it */}
      <div className="testimonials" role="group" aria-labelledby="customers-heading" tabIndex={0}>
        {people.map((person) => (
          <Quote key={person.name} person={person} />
        ))}
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: see above */}
    </Section>
  )
}

function Quote({ person }: { person: Testimonial }) {
  return (
    <figure className="testimonial">
      <blockquote>{person.quote}</blockquote>
      <figcaption>
        <Portrait person={person} />
        <strong>{person.name}</strong>
        {person.sample && <Tag>{labels.sample}</Tag>}
        <span className="testimonial-role">
          {person.role}, {person.company}
        </span>
      </figcaption>
    </figure>
  )
}
