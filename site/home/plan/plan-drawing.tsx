import type { ReactNode } from 'react'
import { type Drawing, pitch, type Shape } from './drawing.ts'

const isFramed = ({ kind }: Shape) => kind === 'frame' || kind === 'center'
/** A key for React. The position is part of it, because a policy is drawn in each unit that it is attached to. */
const keyOf = ({ name, x, y }: Shape) => `${name[0]} ${x} ${y}`
const radiusOf = ({ kind }: Shape) => (kind === 'center' ? 10 : 3)

/** The point where a box's name begins. */
function nameX({ kind, x, height }: Shape): number {
  if (kind === 'center') return x + 16
  if (kind === 'frame') return x + 10
  return x + (height > 40 || kind === 'policy' ? 14 : 8)
}

/** The outline of a box from a point in its top edge, clockwise to the end of its top left corner. */
function around(shape: Shape): string {
  const { x, y, width, height } = shape
  const radius = radiusOf(shape)
  const corner = (toX: number, toY: number) => `a${radius} ${radius} 0 0 1 ${toX} ${toY}`
  return [
    `H${x + width - radius}${corner(radius, radius)}`,
    `V${y + height - radius}${corner(-radius, radius)}`,
    `H${x + radius}${corner(-radius, -radius)}`,
    `V${y + radius}${corner(radius, -radius)}`,
  ].join('')
}

const outline = (shape: Shape) => `M${shape.x + radiusOf(shape)} ${shape.y}${around(shape)}z`

/** A border with room in its top edge for a name: from the name's end around to its beginning. */
function border(shape: Shape): string {
  const textX = nameX(shape)
  const nameEnd = Math.round(textX + (shape.name[0] ?? '').length * (shape.kind === 'center' ? 7.8 : 8.4) + 5)
  return `M${nameEnd} ${shape.y}${around(shape)}H${textX - 5}`
}

/** The sign of a policy: two rails. */
const rails = ({ x, y, height }: Shape) => `M${x} ${y}v${height}m5 0v-${height}`

/**
 * The animated outlines: one path for all boxes of a kind. The browser styles each animated element in every frame, and
 * each one costs as much as two or three others when a dialog opens. The dashes restart at each box. The length is a
 * multiple of the longest box's.
 */
function Strokes({ shapes }: { shapes: Shape[] }) {
  const ofKind = (...kinds: Shape['kind'][]) => shapes.filter(({ kind }) => kinds.includes(kind))
  const boxes = (className: string, group: Shape[]) => {
    const lengths = group.map(({ width, height }) => width + height)
    const length = lengths.reduce((sum, one) => sum + one, 0) / Math.max(...lengths)
    return (
      group.length > 0 && (
        <path
          className={`plan-stroke ${className}`}
          d={group.map(outline).join('')}
          pathLength={length.toFixed(2)}
        />
      )
    )
  }
  const policies = ofKind('policy')
  return (
    <>
      {boxes('plan-boxes', ofKind('organization', 'account'))}
      {boxes('plan-sets', ofKind('set'))}
      {policies.length > 0 && (
        <path
          className="plan-stroke plan-rails"
          d={policies.map(rails).join('')}
          pathLength={2 * policies.length}
        />
      )}
    </>
  )
}

/** The data of a shape, which all of its elements have. */
interface Data {
  'data-of': string | undefined
  'data-in'?: string | undefined
  'data-mark'?: string | undefined
}

interface ShapeProps {
  shape: Shape
  data: Data
}

/** A frame with a gap for its name, or the area inside a box's outline. */
function Area({ shape, data }: ShapeProps) {
  const { kind, x, y, width, height } = shape
  if (kind === 'center') return <path className="plan-stroke plan-center" d={border(shape)} pathLength={1} />
  const known = { className: `plan-${kind}`, ...data }
  if (kind === 'frame') return <path {...known} d={border(shape)} />
  return <rect {...known} x={x} y={y} width={width} height={height} rx={3} />
}

/** A text of one line or more. */
function Lines({
  lines,
  x,
  y,
  pitch,
  ...known
}: {
  lines: readonly string[]
  x: number
  y: number
  pitch: number
  className: string
}) {
  return (
    <text {...known} x={x} y={y}>
      {lines.length === 1
        ? lines[0]
        : lines.map((line, index) => (
            <tspan key={line} x={x} dy={index === 0 ? 0 : pitch}>
              {line}
            </tspan>
          ))}
    </text>
  )
}

/** A name: in the top edge of a frame, or in the middle of a box, with the note below. */
function Name({ shape, data }: ShapeProps) {
  const { kind, y, height, name, note = [] } = shape
  const known = { ...data, x: nameX(shape) }
  const space = kind === 'account' || kind === 'organization' ? pitch.name : pitch.small
  const belowName = (name.length - 1) * space
  const noteHeight = note.length > 0 ? 20 + (note.length - 1) * pitch.small : 0
  const middle = y + height / 2 + (noteHeight > 0 ? 6 : 4.5)
  const first = isFramed(shape) ? y + 5 : middle - (belowName + noteHeight) / 2
  return (
    <>
      <Lines {...known} className={`plan-${kind}-name`} lines={name} y={first} pitch={space} />
      {noteHeight > 0 && (
        <Lines {...known} className="plan-note" lines={note} y={first + belowName + 20} pitch={pitch.small} />
      )}
    </>
  )
}

/**
 * All elements of a resource have its id, so pointing at one highlights its line in the log, and the other way around. Do
 * not group them: each further element has to be styled before the first paint, and again when a dialog opens.
 * @param label its name. Without a name, screen readers skip the drawing.
 * @param hrefOf the page that a box opens. The same links must be in the list beside the drawing, because in here the keyboard does not
 *   reach them.
 * @param mark the state of a shape, on a page that drives the drawing. Its elements have it as `data-mark`, and its unit as
 *   `data-in`.
 * @param children what such a page draws over it
 */
export function PlanDrawing({
  drawing,
  className,
  label,
  hrefOf,
  mark,
  children,
}: {
  drawing: Drawing
  className: string
  label?: string
  hrefOf?: (resource: string) => string | undefined
  mark?: (shape: Shape) => string | undefined
  children?: ReactNode
}) {
  const { width, height, shapes, lines } = drawing
  const dataOf = (shape: Shape): Data => ({
    'data-of': shape.resource ?? undefined,
    ...(mark && { 'data-in': shape.unit, 'data-mark': mark(shape) }),
  })
  return (
    <svg
      className={`plan-drawing ${className}`}
      viewBox={`-1 0 ${width + 2} ${height}`}
      width={width}
      height={height}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      <path className="plan-stroke plan-lines" d={lines} pathLength={1} />
      {shapes.map((shape) => {
        const area = <Area key={keyOf(shape)} shape={shape} data={dataOf(shape)} />
        const href = shape.resource === null ? undefined : hrefOf?.(shape.resource)
        return href === undefined ? (
          area
        ) : (
          <a key={keyOf(shape)} href={href} tabIndex={-1}>
            {area}
          </a>
        )
      })}
      <Strokes shapes={shapes} />
      {shapes.map((shape) => (
        <Name key={keyOf(shape)} shape={shape} data={dataOf(shape)} />
      ))}
      {children}
    </svg>
  )
}
