import { drawing } from '../../../content/home/drawing.ts'
import { type Drawing, fill, heightOf, inRows, type Outline, type Shape, shorten } from './drawing.ts'

const width = 280
const trunk = 14
const branch = 34
const inset = 10
const row = 30
const between = 22

/** Draws the organization for phones: the same boxes on a vertical trunk, with two accounts in a row. */
export function drawTall({ root, policies, sets, units }: Outline): Drawing {
  const { names } = drawing
  const inner = width - branch
  const shapes: Shape[] = [
    {
      kind: 'organization',
      resource: root.id,
      x: 1,
      y: 1,
      width: 200,
      height: 54,
      name: shorten(names.root, 200),
      note: shorten(fill(names.rootNote, root), 200),
    },
  ]
  const branches: number[] = []
  let y = 55 + between

  if (sets.length > 0) {
    const boxes = inRows('set', sets, { x: branch + inset, y: y + 18, width: inner - 2 * inset, height: row })
    const height = 10 + heightOf(boxes) + inset
    shapes.push({
      kind: 'center',
      resource: null,
      x: branch,
      y,
      width: inner,
      height,
      name: shorten(names.sets, inner),
    })
    shapes.push(...boxes)
    branches.push(y + height / 2)
    y += height + between
  }

  if (policies.length > 0) {
    const boxes = inRows('policy', policies, { x: branch, y: y - 4, width: inner, height: row })
    shapes.push(...boxes)
    branches.push(...new Set(boxes.map((shape) => shape.y + row / 2)))
    y += heightOf(boxes) + between - 12
  }

  for (const unit of units) {
    const rows = Math.ceil(unit.accounts.length / 2)
    const unitPolicies = inRows('policy', unit.policies, {
      x: branch + inset,
      y: y + 18 + rows * (row + 8),
      width: inner - 2 * inset,
      height: row,
    })
    const height = 18 + rows * (row + 8) + heightOf(unitPolicies) + 2
    const half = (inner - 2 * inset - 8) / 2
    const name = shorten(fill(names.unit, unit), inner)
    shapes.push({ kind: 'frame', resource: unit.id, x: branch, y, width: inner, height, name })
    unit.accounts.forEach(({ id }, index) => {
      shapes.push({
        kind: 'account',
        resource: id,
        x: branch + inset + (index % 2) * (half + 8),
        y: y + 18 + Math.floor(index / 2) * (row + 8),
        width: half,
        height: row,
        name: shorten(id, half, 16),
      })
    })
    shapes.push(...unitPolicies)
    branches.push(y + height / 2)
    y += height + between
  }

  // Draw one stroke to the end of each branch and back, so that the animation draws the branches one after another.
  const lines = `M${trunk} 55${branches.map((level) => `V${level}H${branch}H${trunk}`).join('')}`
  return { width, height: y - between + 2, shapes, lines }
}
