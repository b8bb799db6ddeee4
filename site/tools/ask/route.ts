import type { Drawing, Point } from '../../home/plan/drawing.ts'
import type { Answer, GateId, GateState } from './question.ts'

/** The route of a request in a drawing: to the mark of the root, on to the mark of the unit, and into the account. */
export interface Route {
  /** SVG path data. */
  parts: readonly string[]
  marks: readonly Point[]
}

const pathOf = (points: readonly Point[]) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`

/** The routes in a drawing, by account. */
export function routesIn({ shapes, branches }: Drawing): Record<string, Route> {
  const routes: Record<string, Route> = {}
  for (const [unit, corners] of Object.entries(branches)) {
    const frame = shapes.find(({ kind, resource }) => kind === 'frame' && resource === unit)
    const accounts = shapes.filter((shape) => shape.kind === 'account' && shape.unit === unit)
    const [start, before, end] = [corners[0], corners.at(-2), corners.at(-1)]
    if (!frame || !start || !before || !end) continue
    const first = Math.min(...accounts.map(({ x }) => x))
    // The route runs between the frame and its boxes.
    const lane = frame.x + (first - frame.x) / 2
    const rootMark: Point = [start[0], start[1] + 10]
    const unitMark: Point = [(before[0] + end[0]) / 2, (before[1] + end[1]) / 2]
    for (const { resource, x, y, height } of accounts) {
      const middle = y + height / 2
      const entry: Point[] =
        end[1] === frame.y
          ? [
              [end[0], frame.y + 9],
              [lane, frame.y + 9],
            ]
          : [[lane, end[1]]]
      const around: Point[] =
        x === first
          ? [[lane, middle]]
          : [
              [lane, y - 4],
              [x - 4, y - 4],
              [x - 4, middle],
            ]
      routes[resource ?? ''] = {
        parts: [
          pathOf([start, rootMark]),
          pathOf([rootMark, ...corners.slice(1, -1), unitMark]),
          pathOf([unitMark, end, ...entry, ...around, [x, middle]]),
        ],
        marks: [rootMark, unitMark, [(x + Math.max(lane, x - 10)) / 2, middle]],
      }
    }
  }
  return routes
}

/** The states of the marks in a drawing: at the root, at the unit, and one for all gates in the account. */
export function markStates({ gates }: Answer): GateState[] {
  const statesOf = (...ids: GateId[]) => gates.filter(({ id }) => ids.includes(id)).map(({ state }) => state)
  const inAccount = statesOf('buckets', 'boundary', 'own', 'trust')
  const worst = (['stops', 'unclear', 'passes'] as const).find((state) => inAccount.includes(state))
  return [statesOf('root')[0] ?? 'none', statesOf('unit')[0] ?? 'none', worst ?? 'not-reached']
}

/** Whether the request travels each part of its route. */
export function reachedParts({ gates }: Answer): boolean[] {
  const isPassed = (wanted: GateId) =>
    gates.some(({ id, state }) => id === wanted && ['passes', 'unclear', 'none'].includes(state))
  const toRoot = isPassed('assignment')
  const toUnit = toRoot && isPassed('root')
  return [toRoot, toUnit, toUnit && isPassed('unit')]
}

/** SVG path data of each state's sign, centered at 0 0. */
export const signs: Record<GateState, string> = {
  passes: 'M-3.5 .5L-1 3L3.5-3',
  stops: 'M-3-3L3 3M3-3L-3 3',
  unclear: 'M-2.3-1.6C-2.3-4.4 2.3-4.4 2.3-1.6C2.3 .2 0-.1 0 1.6M0 4V4.1',
  'not-reached': '',
  none: '',
}
