import type { ReactNode } from 'react'

/** A dimension line as wide as the thing that it measures, with its figure below. */
export function DimensionLine({ children }: { children: ReactNode }) {
  return (
    <p className="dimension-line">
      <span>{children}</span>
    </p>
  )
}
