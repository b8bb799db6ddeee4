import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import {
  boxHeight,
  type Drawing,
  frameName,
  heightOf,
  inRows,
  nameEnd,
  type Outline,
  type Shape,
  wrap,
} from './drawing.ts'

const width = 728
const gap = 20
const inset = 16
/** The least height of the first row, and the room below it for the lines to the units. */
const firstRow = { y: 6, height: 60, below: 44 }
const head = 20
const accountGap = 6

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
  const rootTexts = {
    name: wrap(names.root, third),
    note: wrap(fill(names.rootNote, root), third),
  }
  const setsIn = (y: number) => inRows('set', sets, { x: inset, y, width: third - 2 * inset, height: 28 })
  const policiesBeside = (y: number) => inRows('policy', policies, { x: last, y, width: third, height: 24 })
  const policiesHeight = heightOf(policiesBeside(0))
  const height = Math.max(
    firstRow.height,
    boxHeight(rootTexts),
    sets.length > 0 ? 22 + heightOf(setsIn(0)) + 6 : 0,
  )
  // The policies may reach above and below the boxes beside them.
  const level = Math.max(firstRow.y + height / 2, policiesHeight / 2 - 4)
  const first = { y: level - height / 2, height }
  const shapes: Shape[] = [
    { kind: 'organization', resource: root.id, x: middle, ...first, width: third, ...rootTexts },
  ]
  const lines: string[] = []
  if (sets.length > 0) {
    const name = frameName('names.sets', names.sets, third)
    shapes.push({ kind: 'center', resource: null, x: 0, ...first, width: third, name })
    shapes.push(...setsIn(first.y + 22))
    lines.push(`M${third} ${level}H${middle}`)
  }
  if (policies.length > 0) {
    shapes.push(...policiesBeside(level - policiesHeight / 2 + 4))
    lines.push(`M${middle + third} ${level}H${last}`)
  }
  const bottomOfFirst = first.y + height
  if (list.length === 0)
    return {
      width,
      height: Math.max(bottomOfFirst, level + policiesHeight / 2) + 2,
      shapes,
      lines: lines.join(''),
      branches: {},
    }

  const column = (width - gap * (list.length - 1)) / list.length
  const left = (index: number) => index * (column + gap)
  const box = column - 2 * inset
  // More accounts than this would make the sheet higher than a window: their boxes are lower, and have no notes.
  const isLong = list.some(({ accounts }) => accounts.length > 6)
  const accountsIn = list.map(({ accounts }) =>
    accounts.map(({ id, note }) => {
      const texts = { name: wrap(id, box), note: note === undefined || isLong ? undefined : wrap(note, box) }
      return { resource: id, ...texts, width: box, height: boxHeight(texts) - (isLong ? 16 : 0) }
    }),
  )
  const policiesIn = (index: number, y: number) =>
    inRows('policy', list[index]?.policies ?? [], { x: left(index) + inset, y, width: box, height: 24 })
  const unitHeight = Math.max(
    ...accountsIn.map(
      (accounts, index) =>
        head +
        accounts.reduce((sum, account) => sum + account.height + accountGap, 0) +
        heightOf(policiesIn(index, 0)) +
        6,
    ),
  )
  const top = Math.max(bottomOfFirst + firstRow.below, level + policiesHeight / 2 + 34)
  const bus = top - 26
  const bottom = top + unitHeight

  lines.push(`M${axis} ${bottomOfFirst}V${bus}`)
  const branches: Drawing['branches'] = {}
  list.forEach((unit, index) => {
    const x = left(index)
    const name = frameName('names.unit', fill(names.unit, unit), column - 10)
    // The line ends beside the name, which is in the frame's upper edge.
    const center = Math.max(x + column / 2, nameEnd(x, name[0] ?? ''))
    lines.push(center === axis ? `M${axis} ${bus}V${top}` : `M${axis} ${bus}H${center}V${top}`)
    branches[unit.id] = [
      [axis, bottomOfFirst],
      [axis, bus],
      [center, bus],
      [center, top],
    ]
    shapes.push({ kind: 'frame', resource: unit.id, x, y: top, width: column, height: unitHeight, name })
    let y = top + head
    for (const account of accountsIn[index] ?? []) {
      shapes.push({ kind: 'account', unit: unit.id, ...account, x: x + inset, y })
      y += account.height + accountGap
    }
    const policies = policiesIn(index, bottom - 6 - heightOf(policiesIn(index, 0)))
    shapes.push(...policies.map((shape) => ({ ...shape, unit: unit.id })))
  })
  return { width, height: bottom + 2, shapes, lines: lines.join(''), branches }
}
