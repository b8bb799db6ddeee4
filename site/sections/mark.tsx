import { mark } from '#content/mark.ts'

const paints = {
  outline: { stroke: 'currentColor', strokeWidth: 1.75 },
  filled: { fill: 'currentColor' },
  action: { fill: 'var(--action)', stroke: 'var(--action-edge)' },
}

/** The seller's mark, in the colors of the theme. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
      {mark.map(({ path, paint }) => (
        <path key={path} d={path} {...paints[paint]} />
      ))}
    </svg>
  )
}
