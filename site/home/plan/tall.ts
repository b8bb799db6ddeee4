import { type Drawing, heightOf, inRows, type Outline, type Shape } from './drawing.ts'

const width = 280
const trunk = 14
const branch = 34
const inset = 10
const row = 30
const between = 22

/** The organization on a vertical trunk, for a phone: the same boxes, two accounts to a row. */
export function drawTall({ root, policies, sets, units }: Outline): Drawing {
  const inner = width - branch
  const shapes: Shape[] = [
    {
      kind: 'organization',
      of: root.id,
      x: 1,
      y: 1,
      width: 200,
      height: 54,
      name: 'management',
      note: `organization ${root.id}`,
    },
  ]
  const branches: number[] = []
  let y = 55 + between

  const centerHeight = 18 + row + inset
  shapes.push({
    kind: 'center',
    of: null,
    x: branch,
    y,
    width: inner,
    height: centerHeight,
    name: 'IAM Identity Center',
  })
  shapes.push(...inRows('set', sets, { x: branch + inset, y: y + 18, width: inner - 2 * inset, height: row }))
  branches.push(y + centerHeight / 2)
  y += centerHeight + between

  const rootPolicies = inRows('policy', policies, { x: branch, y: y - 4, width: inner, height: row })
  shapes.push(...rootPolicies)
  branches.push(...new Set(rootPolicies.map((shape) => shape.y + row / 2)))
  y += heightOf(rootPolicies) + between - 12

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
    shapes.push({ kind: 'frame', of: unit.id, x: branch, y, width: inner, height, name: `OU ${unit.id}` })
    unit.accounts.forEach(({ id }, index) => {
      shapes.push({
        kind: 'account',
        of: id,
        x: branch + inset + (index % 2) * (half + 8),
        y: y + 18 + Math.floor(index / 2) * (row + 8),
        width: half,
        height: row,
        name: id,
      })
    })
    shapes.push(...unitPolicies)
    branches.push(y + height / 2)
    y += height + between
  }

  // In one stroke, to each branch's end and back: it grows as it draws itself in.
  const lines = `M${trunk} 55${branches.map((level) => `V${level}H${branch}H${trunk}`).join('')}`
  return { width, height: y - between + 2, shapes, lines }
}
