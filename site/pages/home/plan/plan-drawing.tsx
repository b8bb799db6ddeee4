import type { Drawing, Shape } from './drawing.ts'
import { drawIndex } from './twins.ts'

/** A policy's sign: the two rails of a guard. */
function rail(x: number, y: number, height: number): string {
  return `M${x} ${y}v${height}m5 0v-${height}`
}

const isFramed = ({ kind }: Shape) => kind === 'frame' || kind === 'center'

/** A border with room in its top edge for a name, in drawing units: from the name's end around to its beginning. */
function border({ kind, x, y, width, height, name }: Shape, textX: number): string {
  const radius = kind === 'center' ? 10 : 3
  const corner = (toX: number, toY: number) => `a${radius} ${radius} 0 0 1 ${toX} ${toY}`
  const nameEnd = Math.round(textX + name.length * (kind === 'center' ? 7.8 : 8.4) + 5)
  return [
    `M${nameEnd} ${y}H${x + width - radius}${corner(radius, radius)}`,
    `V${y + height - radius}${corner(-radius, radius)}`,
    `H${x + radius}${corner(-radius, -radius)}`,
    `V${y + radius}${corner(radius, -radius)}H${textX - 5}`,
  ].join('')
}

/** A box with its name: in the top edge of a frame, inside all others. */
function Box({ shape, position }: { shape: Shape; position: number }) {
  const { kind, of, x, y, width, height, name, note } = shape
  const framed = isFramed(shape)
  const textX = x + (kind === 'center' ? 16 : framed ? 10 : height > 40 ? 14 : kind === 'policy' ? 14 : 8)
  const textY = framed ? y + 5 : note ? y + height / 2 - 4 : y + height / 2 + 4.5
  return (
    <g className={`plan-${kind}`} data-of={of ?? undefined}>
      {framed ? (
        <path
          className={`plan-border ${kind === 'frame' ? 'plan-dashed' : 'plan-drawn'}`}
          data-draw={drawIndex(position)}
          d={border(shape, textX)}
          pathLength={kind === 'frame' ? undefined : 1}
        />
      ) : (
        <rect
          className="plan-drawn"
          data-draw={drawIndex(position)}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={3}
          pathLength={1}
        />
      )}
      {kind === 'policy' && <path className="plan-rail" d={rail(x, y, height)} />}
      <text x={textX} y={textY}>
        {name}
      </text>
      {note && (
        <text className="plan-note" x={textX} y={y + height / 2 + 16}>
          {note}
        </text>
      )}
    </g>
  )
}

/** @param bare the shapes alone, for a drawing too small to read names in */
export function PlanDrawing({
  drawing,
  className,
  label,
  bare = false,
}: {
  drawing: Drawing
  className: string
  label: string
  bare?: boolean
}) {
  const { width, height, shapes, lines } = drawing
  return (
    <svg
      className={`plan-drawing ${className}`}
      viewBox={`-1 0 ${width + 2} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <g className="plan-lines">
        {lines.map((line, index) => (
          <path key={line} className="plan-drawn" d={line} pathLength={1} data-draw={drawIndex(index + 1)} />
        ))}
      </g>
      {shapes.map((shape, index) =>
        bare ? (
          <Outlined key={`${shape.kind} ${shape.name}`} shape={shape} />
        ) : (
          <Box key={`${shape.kind} ${shape.name}`} shape={shape} position={index} />
        ),
      )}
    </svg>
  )
}

function Outlined({ shape }: { shape: Shape }) {
  const { kind, x, y, width, height } = shape
  return (
    <g className={`plan-${kind}`}>
      {kind === 'policy' ? (
        <path className="plan-rail" d={rail(x, y, height)} />
      ) : (
        <rect
          className={isFramed(shape) ? 'plan-border' : undefined}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={3}
        />
      )}
    </g>
  )
}
