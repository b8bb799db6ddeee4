import { problem } from '#content/home/problem.ts'

/** The positions of the accounts, in percent of the drawing. A narrow drawing omits the last ones. */
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

/** The hand-made connections between accounts (roles, peerings, shared keys), and how far each line bends, in percent. */
const paths = [
  [0, 4, 68],
  [0, 8, -45],
  [1, 3, 34],
  [1, 6, 71],
  [1, 5, -34],
  [2, 3, 56],
  [2, 7, -38],
  [3, 5, 64],
  [4, 6, -56],
  [4, 2, 45],
  [5, 7, 52],
  [6, 8, -60],
  [8, 1, 49],
  [7, 0, -64],
  [9, 8, 52],
  [9, 5, -60],
  [10, 6, 60],
  [10, 11, -45],
  [11, 3, -56],
] as const

/** A curved line from one account to another, in percent. */
function curve([from, to, bend]: readonly [number, number, number]): string {
  const [x1, y1] = places[from] ?? [0, 0]
  const [x2, y2] = places[to] ?? [0, 0]
  const third = Math.round((x2 - x1) / 3)
  return `M${x1} ${y1}C${x1 + third} ${y1 + bend} ${x2 - third} ${y2 - bend} ${x2} ${y2}`
}

/** How many accounts a narrow drawing shows. */
const shownIfNarrow = 9

/** The connections by look: each fourth one is broken, and a narrow drawing omits some. Each look is one element. */
const lines = Object.entries(
  Object.groupBy(paths, ([from, to], index) => {
    const look = index % 4 === 3 ? 'tangle-broken' : 'tangle-whole'
    return Math.max(from, to) >= shownIfNarrow ? `${look} tangle-more` : look
  }),
).map(([className, paths = []]) => ({ className, paths }))

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
        {lines.map(({ className, paths }) => (
          <path key={className} className={className} d={paths.map(curve).join('')} />
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
