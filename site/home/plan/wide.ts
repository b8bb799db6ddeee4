import { type Drawing, heightOf, inRows, type Outline, type Shape } from './drawing.ts'

const width = 760
const gap = 20
const inset = 16
const top = { y: 12, height: 64 }
const bus = 100
const units = { y: 126, head: 20 }

/** The organization side by side: a column for each unit, the management account above the middle one. */
export function drawWide({ root, policies, sets, units: list }: Outline): Drawing {
  const column = (width - gap * (list.length - 1)) / list.length
  const left = (index: number) => index * (column + gap)
  const middle = left(Math.floor((list.length - 1) / 2))
  const axis = middle + column / 2
  const level = top.y + top.height / 2
  const accountHeight = (note: string | undefined) => (note ? 62 : 46)

  const policiesIn = (index: number, y: number) =>
    inRows('policy', list[index]?.policies ?? [], {
      x: left(index) + inset,
      y,
      width: column - 2 * inset,
      height: 24,
    })
  const unitHeight = Math.max(
    ...list.map(
      ({ accounts }, index) =>
        units.head +
        accounts.reduce((sum, { note }) => sum + accountHeight(note) + 12, 0) +
        heightOf(policiesIn(index, 0)) +
        6,
    ),
  )
  const bottom = units.y + unitHeight

  const rootPolicies = inRows('policy', policies, {
    x: left(list.length - 1),
    y: 0,
    width: column,
    height: 24,
  })
  const shapes: Shape[] = [
    {
      kind: 'organization',
      of: root.id,
      x: middle,
      ...top,
      width: column,
      name: 'management',
      note: `organization ${root.id}`,
    },
    { kind: 'center', of: null, x: 0, ...top, width: column, name: 'IAM Identity Center' },
    ...inRows('set', sets, { x: inset, y: top.y + 22, width: column - 2 * inset, height: 28 }),
    ...rootPolicies.map((shape) => ({ ...shape, y: level - heightOf(rootPolicies) / 2 + 4 + shape.y })),
  ]
  const lines = [
    `M${column} ${level}H${middle}`,
    `M${middle + column} ${level}H${left(list.length - 1)}`,
    `M${axis} ${top.y + top.height}V${bus}`,
  ]
  list.forEach((unit, index) => {
    const x = left(index)
    const center = x + column / 2
    lines.push(center === axis ? `M${axis} ${bus}V${units.y}` : `M${axis} ${bus}H${center}V${units.y}`)
    shapes.push({
      kind: 'frame',
      of: unit.id,
      x,
      y: units.y,
      width: column,
      height: unitHeight,
      name: `OU ${unit.id}`,
    })
    let y = units.y + units.head
    for (const { id, note } of unit.accounts) {
      const height = accountHeight(note)
      shapes.push({
        kind: 'account',
        of: id,
        x: x + inset,
        y,
        width: column - 2 * inset,
        height,
        name: id,
        note,
      })
      y += height + 12
    }
    shapes.push(...policiesIn(index, bottom - 6 - heightOf(policiesIn(index, 0))))
  })
  return { width, height: bottom + 2, shapes, lines: lines.join('') }
}
