import type { Testimonial } from '#content/home/testimonials.ts'

/** The person's picture. Without a picture: the initials in a circle, like the name of a grid line on a drawing. */
export function Portrait({ person }: { person: Testimonial }) {
  if (person.image) {
    return <img className="portrait" src={person.image} alt="" width="56" height="56" loading="lazy" />
  }
  const initials = person.name
    .split(/\s+/)
    .map((word) => word[0])
    .join('')
    .slice(0, 2)
  return (
    <svg className="portrait" viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
      <path className="portrait-axes" d="M28 0v7m0 42v7M0 28h7m42 0h7" />
      <circle cx="28" cy="28" r="21" />
      <text x="28" y="33.5">
        {initials}
      </text>
    </svg>
  )
}
