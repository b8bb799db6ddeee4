import type { ReactNode } from 'react'

/** The page's measure: at most 1240px, with its gutters. */
export function Wrap({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={className ? `wrap ${className}` : 'wrap'}>{children}</div>
}

/**
 * One section of a page, named by its heading. `id` is its anchor; it is also where the heading's id comes from.
 * Children lay themselves out: `columns` is the twelve-column grid from 1024px on, one column below.
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
      <Wrap>
        <SectionHeading id={`${id}-heading`} heading={heading} lead={lead} />
        {children}
      </Wrap>
    </section>
  )
}

/** An h2 and, under it, the sentence that says what the section is for. */
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
