import type { ReactNode } from 'react'

/** A short label: a post's category, a price's badge. It is text, never a control. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'action'; children: ReactNode }) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}
