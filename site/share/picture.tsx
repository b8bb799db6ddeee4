import icon from '#content/favicon.svg?raw'
import { site } from '#content/site.ts'
import type { Role } from '../../brand/theme.ts'
import { typefaces } from '../../brand/typefaces.ts'
import { shareFormat } from '../head/share-picture.ts'
import { themeColors } from '../head/theme-colors.ts'
import type { Drawing } from '../home/plan/drawing.ts'
import { PlanDrawing } from '../home/plan/plan-drawing.tsx'
import { fitTitle, lineHeight } from './fit-title.ts'

/** The texts of a page's picture. */
export interface SharedPage {
  title: string
  /** The cells beside the name in the title block: a label and a text, such as a post's date. */
  details: { label: string; text: string }[]
}

interface Props extends SharedPage {
  drawing: Drawing
  /** The width of a text in pixels. */
  measure: (text: string, family: string, size: number) => number
}

const { width, height } = shareFormat
/** Pixels: the sheet's border, and the title block at the bottom of the sheet. */
const margin = 28
const right = width - margin
const block = { y: height - margin - 92, height: 92 }
const title = { x: 68, top: 92, bottom: block.y - 40 }
/** The drawing is as large as the height allows. A wide drawing is cut off at the edge of the sheet. */
const plan = { left: 724, y: 64, height: block.y - 2 * 36 - margin }
/** Pixels, of a cell. */
const cell = { padding: 24, label: 19, text: 25 }

/**
 * The light theme's colors: a page has one picture for light and dark backgrounds
 * (docs/decisions/026-pictures-for-link-previews.md).
 */
const color = (role: Role) => themeColors[role].light

/** The rules of plan.css, with colors and selectors that the renderer supports. */
const rules = `
    .plan-drawing text { font-family: ${typefaces.mono.family}; font-size: 13px; fill: ${color('ink')} }
    .plan-drawing .plan-organization-name, .plan-drawing .plan-account-name { font-size: 14px; font-weight: 600 }
    .plan-drawing .plan-frame-name { font-size: 14px; font-weight: 600; fill: ${color('link')} }
    .plan-drawing .plan-policy-name { fill: ${color('ink-2')} }
    .plan-drawing .plan-note { fill: ${color('ink-3')} }
    .plan-drawing rect { fill: ${color('paper')} }
    .plan-frame { fill: none; stroke: ${color('link')}; stroke-width: 1.5px; stroke-dasharray: 5 4 }
    .plan-stroke { fill: none; stroke: ${color('ink')}; stroke-width: 1.5px }
    .plan-center { fill: ${color('paper')}; stroke: ${color('action-edge')} }
    .plan-sets { stroke: ${color('line-strong')} }
    .plan-rails { stroke: ${color('action-edge')} }
    .title { font-family: ${typefaces.heading.family}; font-weight: 600; fill: ${color('ink')}; letter-spacing: -0.022em }
    .name { font-family: ${typefaces.heading.family}; font-weight: 600; font-size: 31px; fill: ${color('ink')} }
    .label { font-family: ${typefaces.body.family}; font-size: ${cell.label}px; fill: ${color('ink-3')} }
    .fact { font-family: ${typefaces.mono.family}; font-size: ${cell.text}px; fill: ${color('ink')} }`

/**
 * Places the cells at the right of the title block, from the right edge on. Cells without enough room beside the name are
 * left out.
 */
function placeDetails({ details, measure }: Props) {
  let x = right
  const minimum = title.x + 60 + measure(site.name, typefaces.heading.family, 31) + cell.padding
  return details.toReversed().flatMap(({ label, text }) => {
    const textWidth = Math.max(
      measure(label, typefaces.body.family, cell.label),
      measure(text, typefaces.mono.family, cell.text),
    )
    const left = x - Math.ceil(textWidth) - 2 * cell.padding
    if (left < minimum) return []
    x = left
    return [{ label, text, x }]
  })
}

/**
 * The picture as a drawing sheet: the page's title, the drawing of the organization, which the right edge may cut off, and the
 * title block below.
 */
export function SharePicture(props: Props) {
  const { drawing, measure } = props
  const box = { width: plan.left - title.x - 16, height: title.bottom - title.top }
  const { size, lines } = fitTitle(props.title, box, (text, pixels) =>
    measure(text, typefaces.heading.family, pixels),
  )
  const middle = block.y + block.height / 2
  const mark = `data:image/svg+xml,${encodeURIComponent(icon)}`
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={props.title}
    >
      <style>{rules}</style>
      <defs>
        <pattern id="grid" width="24" height="24" patternUnits="userSpaceOnUse">
          <circle cx="12" cy="12" r="1.25" fill={color('line')} />
        </pattern>
      </defs>
      <rect width={width} height={height} fill={color('paper')} />
      <rect x={plan.left} y={margin} width={right - plan.left} height={block.y - margin} fill="url(#grid)" />
      <g transform={`translate(${plan.left + 36} ${plan.y}) scale(${plan.height / drawing.height})`}>
        <PlanDrawing drawing={drawing} className="" label="" />
      </g>
      {/* This hides what is wider than the sheet. A clip path would take longer to draw than the drawing. */}
      <rect x={right} width={margin} height={height} fill={color('paper')} />
      <path d={`M${plan.left} ${margin}V${block.y}`} stroke={color('line-strong')} />
      <text className="title" fontSize={size}>
        {lines.map((line, index) => (
          <tspan key={line} x={title.x} y={title.top + size * (0.78 + index * lineHeight)}>
            {line}
          </tspan>
        ))}
      </text>
      <rect
        x={margin}
        y={title.top}
        width="12"
        height={Math.max(0, lines.length - 1) * size * lineHeight + size * 0.8}
        fill={color('action')}
      />
      <g fill="none" stroke={color('ink')}>
        <path d={`M${margin} ${block.y}H${right}`} strokeWidth="2" />
        <rect
          x={margin}
          y={margin}
          width={right - margin}
          height={height - 2 * margin}
          rx="8"
          strokeWidth="2"
        />
      </g>
      <image x={title.x - 2} y={middle - 22} width="44" height="44" href={mark} />
      <text className="name" x={title.x + 56} y={middle + 10}>
        {site.name}
      </text>
      {placeDetails(props).map(({ label, text, x }) => (
        <g key={label}>
          <path d={`M${x} ${block.y}V${block.y + block.height}`} stroke={color('line-strong')} />
          <text className="label" x={x + cell.padding} y={middle - 11}>
            {label}
          </text>
          <text className="fact" x={x + cell.padding} y={middle + 22}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
