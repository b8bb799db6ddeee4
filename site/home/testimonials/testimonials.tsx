import { type Testimonial, testimonials } from '#content/home/testimonials.ts'
import { labels } from '#content/labels.ts'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Portrait } from './portrait.tsx'

/** The first testimonial is large, and the others are beside it. */
export function Testimonials() {
  const samples = testimonials.people.some(({ sample }) => sample)
  return (
    <Section id="customers" heading={testimonials.heading} lead={samples ? testimonials.samples : undefined}>
      <div className="testimonials">
        {testimonials.people.map((person) => (
          <Quote key={person.name} person={person} />
        ))}
      </div>
    </Section>
  )
}

function Quote({ person }: { person: Testimonial }) {
  return (
    <figure className="testimonial">
      {person.sample && (
        <p className="testimonial-sample">
          <Tag>{labels.testimonials.sample}</Tag>
        </p>
      )}
      <blockquote>
        <p>{person.quote}</p>
      </blockquote>
      <figcaption>
        <Portrait person={person} />
        <span>
          <strong>{person.name}</strong>
          <span>
            {person.role}, {person.company}
          </span>
        </span>
      </figcaption>
    </figure>
  )
}
