import { drawing } from '../../../content/home/drawing.ts'
import {
  type Drawing,
  fill,
  heightOf,
  inRows,
  nameEnd,
  type Outline,
  type Shape,
  shorten,
} from './drawing.ts'

const width = 760
const gap = 20
const inset = 16
const top = { y: 12, height: 64 }
const bus = 100
const units = { y: 126, head: 20 }

/**
 * Draws the organization for wide windows: the root in the middle of the first row, permission sets and policies beside it,
 * and a column for each unit below.
 */
export function drawWide({ root, policies, sets, units: list }: Outline): Drawing {
  const { names } = drawing
  const third = (width - 2 * gap) / 3
  const middle = third + gap
  const last = 2 * middle
  const axis = width / 2
  const level = top.y + top.height / 2
  const shapes: Shape[] = [
    {
      kind: 'organization',
      resource: root.id,
      x: middle,
      ...top,
      width: third,
      name: shorten(names.root, third),
      note: shorten(fill(names.rootNote, root), third),
    },
  ]
  const lines: string[] = []
  if (sets.length > 0) {
    shapes.push({
      kind: 'center',
      resource: null,
      x: 0,
      ...top,
      width: third,
      name: shorten(names.sets, third),
    })
    shapes.push(...inRows('set', sets, { x: inset, y: top.y + 22, width: third - 2 * inset, height: 28 }))
    lines.push(`M${third} ${level}H${middle}`)
  }
  if (policies.length > 0) {
    const boxes = inRows('policy', policies, { x: last, y: 0, width: third, height: 24 })
    shapes.push(...boxes.map((shape) => ({ ...shape, y: level - heightOf(boxes) / 2 + 4 + shape.y })))
    lines.push(`M${middle + third} ${level}H${last}`)
  }
  if (list.length === 0) return { width, height: top.y + top.height + 2, shapes, lines: lines.join('') }

  const column = (width - gap * (list.length - 1)) / list.length
  const left = (index: number) => index * (column + gap)
  const box = column - 2 * inset
  const accountHeight = (note: string | undefined) => (note ? 62 : 46)
  const policiesIn = (index: number, y: number) =>
    inRows('policy', list[index]?.policies ?? [], { x: left(index) + inset, y, width: box, height: 24 })
  const height = Math.max(
    ...list.map(
      ({ accounts }, index) =>
        units.head +
        accounts.reduce((sum, { note }) => sum + accountHeight(note) + 12, 0) +
        heightOf(policiesIn(index, 0)) +
        6,
    ),
  )
  const bottom = units.y + height

  lines.push(`M${axis} ${top.y + top.height}V${bus}`)
  list.forEach((unit, index) => {
    const x = left(index)
    const name = shorten(fill(names.unit, unit), column - 10)
    // The line ends beside the name, which is in the frame's upper edge.
    const center = Math.max(x + column / 2, nameEnd(x, name))
    lines.push(center === axis ? `M${axis} ${bus}V${units.y}` : `M${axis} ${bus}H${center}V${units.y}`)
    shapes.push({ kind: 'frame', resource: unit.id, x, y: units.y, width: column, height, name })
    let y = units.y + units.head
    for (const { id, note } of unit.accounts) {
      const size = { width: box, height: accountHeight(note) }
      const words = { name: shorten(id, box), note: note && shorten(note, box) }
      shapes.push({ kind: 'account', resource: id, x: x + inset, y, ...size, ...words })
      y += size.height + 12
    }
    shapes.push(...policiesIn(index, bottom - 6 - heightOf(policiesIn(index, 0))))
  })
  return { width, height: bottom + 2, shapes, lines: lines.join('') }
}
