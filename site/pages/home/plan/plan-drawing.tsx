import type { Drawing, Shape } from './drawing.ts'
import { drawIndex } from './twins.ts'

/** A policy's sign: the two rails of a guard. */
function rail(x: number, y: number, height: number): string {
  return `M${x} ${y}v${height}m5 0v-${height}`
}

/** A box with its name: beside the top edge of a frame, inside all others. */
function Box({ shape, position }: { shape: Shape; position: number }) {
  const { kind, of, x, y, width, height, name, note } = shape
  const framed = kind === 'frame' || kind === 'center'
  const textX = x + (kind === 'center' ? 16 : framed ? 10 : height > 40 ? 14 : kind === 'policy' ? 14 : 8)
  const textY = framed ? y + 5 : note ? y + height / 2 - 4 : y + height / 2 + 4.5
  return (
    <g className={`plan-${kind}`} data-of={of ?? undefined}>
      <rect
        className={kind === 'frame' ? 'plan-dashed' : 'plan-drawn'}
        data-draw={drawIndex(position)}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={kind === 'center' ? 10 : 3}
        pathLength={kind === 'frame' ? undefined : 1}
      />
      {kind === 'policy' && <path className="plan-rail" d={rail(x, y, height)} />}
      {framed && (
        <rect
          className="plan-gap"
          x={textX - 5}
          y={y - 8}
          width={name.length * (kind === 'center' ? 7.8 : 8.4) + 10}
          height={16}
        />
      )}
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

function Outlined({ shape: { kind, x, y, width, height } }: { shape: Shape }) {
  return (
    <g className={`plan-${kind}`}>
      {kind === 'policy' ? (
        <path className="plan-rail" d={rail(x, y, height)} />
      ) : (
        <rect x={x} y={y} width={width} height={height} rx={3} />
      )}
    </g>
  )
}
