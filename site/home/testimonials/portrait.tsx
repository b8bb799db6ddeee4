import type { Testimonial } from '#content/home/testimonials.ts'

/** The person's picture. Without a picture: the initials in a circle, like the name of a grid line on a drawing. */
export function Portrait({ person }: { person: Testimonial }) {
  if (person.image) {
    return <img className="portrait" src={person.image} alt="" width="40" height="40" loading="lazy" />
  }
  const initials = person.name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .slice(0, 2)
  return (
    <span className="portrait" aria-hidden="true">
      {initials}
    </span>
  )
}
