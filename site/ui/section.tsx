import type { ReactNode } from 'react'

/**
 * A section of a page, labeled by its heading. `id` is its anchor, and the heading's id is derived from it. The class
 * `columns` on a child is a grid of twelve columns from 1024px on, and of one column below.
 */
export function Section({
  id,
  heading,
  lead,
  className,
  children,
}: {
  id: string
  heading: string
  lead?: ReactNode | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={className ? `section ${className}` : 'section'}
    >
      <div className="wrap">
        <SectionHeading id={`${id}-heading`} heading={heading} lead={lead} />
        {children}
      </div>
    </section>
  )
}

/** An h2, and below it the sentence that introduces the section. */
export function SectionHeading({
  id,
  heading,
  lead,
}: {
  id: string
  heading: string
  lead?: ReactNode | undefined
}) {
  return (
    <div className="section-heading">
      <h2 id={id}>{heading}</h2>
      {lead && <p className="text-lead text-muted">{lead}</p>}
    </div>
  )
}
