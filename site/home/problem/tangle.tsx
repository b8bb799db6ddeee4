import { problem } from '#content/home/problem.ts'

/** The positions of the accounts, in percent of the drawing. */
const places = [
  [0, 22],
  [37, 10],
  [79, 16],
  [13, 54],
  [53, 50],
  [100, 46],
  [2, 88],
  [41, 90],
  [76, 86],
  [23, 30],
  [66, 30],
  [92, 84],
] as const

/** How many accounts a narrow drawing shows. */
const shownIfNarrow = 9

/** The hand-made connections between accounts (roles, peerings, shared keys) as SVG path data, by their look. */
const lines = {
  'tangle-whole':
    'M0 22C18 90 35-18 53 50M0 22C25-23 51 131 76 86M37 10C29 44 21 20 13 54M37 10C58-24 79 80 100 46M79 16C57 72 35-2 13 54M79 16C66-22 54 128 41 90M53 50C36-6 19 144 2 88M53 50C62 95 70-29 79 16M100 46C80 98 61 38 41 90M76 86C63 135 50-39 37 10M41 90C27 26 14 86 0 22',
  'tangle-broken': 'M37 10C25 81 14 17 2 88M13 54C42 118 71-18 100 46M2 88C27 28 51 146 76 86',
  'tangle-whole tangle-more':
    'M23 30C41 82 58 34 76 86M66 30C45 90 23 28 2 88M66 30C75-15 83 129 92 84M92 84C66 28 39 110 13 54',
  'tangle-broken tangle-more': 'M23 30C49-30 74 106 100 46',
}

/** The accounts that were set up by hand. The width of the drawing shows the time that this takes. */
export function Tangle() {
  return (
    <div className="tangle" role="img" aria-label={problem.drawing}>
      <style>
        {places
          .map(([x, y], index) => `.tangle-${index}{left:${x}%;top:${y}%;translate:-${x}% -50%}`)
          .join('')}
      </style>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {Object.entries(lines).map(([look, path]) => (
          <path key={look} className={look} d={path} />
        ))}
      </svg>
      {problem.accounts.map((name, index) => (
        <span key={name} className={`tangle-${index}${index >= shownIfNarrow ? ' tangle-more' : ''}`}>
          {name}
        </span>
      ))}
    </div>
  )
}
