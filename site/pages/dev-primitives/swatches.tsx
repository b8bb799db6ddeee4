const colours = [
  ...['paper', 'paper-2', 'paper-3', 'line', 'line-strong', 'ink', 'ink-2', 'ink-3', 'blue'],
  ...['orange', 'orange-hover', 'orange-press', 'orange-ink', 'add', 'change', 'destroy'],
]

/** The palette in the theme of the moment. */
export function Swatches() {
  return (
    <ul className="primitives-swatches">
      {colours.map((name) => (
        <li key={name}>
          <svg width="160" height="64" aria-hidden="true">
            <rect width="160" height="64" rx="8" fill={`var(--${name})`} stroke="var(--line-strong)" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
