import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import {
  boxHeight,
  type Drawing,
  frameName,
  heightOf,
  inRows,
  type Outline,
  pitch,
  type Shape,
  wrap,
} from './drawing.ts'

const width = 280
const trunk = 14
const branch = 34
const inset = 10
const row = 30
const between = 16
/** The space below an account. With it and its invisible edge (plan.css), a box is 44px high for a finger at 320px, too. */
const belowAccount = 17
/** A policy, which is no box but a name beside two rails. */
const policyRow = 24

/**
 * Draws the organization for phones: the same boxes on a vertical trunk, with two accounts in a row, or with one if a name is too long
 * for that.
 */
export function drawTall({ root, policies, sets, units }: Outline): Drawing {
  const { names } = drawing
  const inner = width - branch
  const rootTexts = { name: wrap(names.root, 200), note: wrap(fill(names.rootNote, root), 200) }
  const rootHeight = boxHeight(rootTexts) - 8
  const shapes: Shape[] = [
    { kind: 'organization', resource: root.id, x: 1, y: 1, width: 200, height: rootHeight, ...rootTexts },
  ]
  const levels: number[] = []
  const branches: Drawing['branches'] = {}
  const start = 1 + rootHeight
  let y = start + between

  if (sets.length > 0) {
    const boxes = inRows('set', sets, { x: branch + inset, y: y + 18, width: inner - 2 * inset, height: row })
    const height = 10 + heightOf(boxes) + inset
    const name = frameName('names.sets', names.sets, inner)
    shapes.push({ kind: 'center', resource: null, x: branch, y, width: inner, height, name })
    shapes.push(...boxes)
    levels.push(y + height / 2)
    y += height + between
  }

  if (policies.length > 0) {
    const boxes = inRows('policy', policies, { x: branch, y: y - 4, width: inner, height: policyRow })
    shapes.push(...boxes)
    levels.push(...new Set(boxes.map((shape) => shape.y + policyRow / 2)))
    y += heightOf(boxes) + between - 12
  }

  const fitsHalf = ({ id }: { id: string }) => wrap(id, half(inner - 2 * inset), 16).length === 1
  const columns = units.every(({ accounts }) => accounts.every(fitsHalf)) ? 2 : 1
  for (const unit of units) {
    const accounts = accountsIn(unit.accounts, columns, {
      x: branch + inset,
      y: y + 18,
      width: inner - 2 * inset,
    })
    const unitPolicies = inRows('policy', unit.policies, {
      x: branch + inset,
      y: y + 18 + heightOf(accounts),
      width: inner - 2 * inset,
      height: policyRow,
    })
    const height = 18 + heightOf(accounts) + heightOf(unitPolicies) + 2
    const name = frameName('names.unit', fill(names.unit, unit), inner)
    shapes.push({ kind: 'frame', resource: unit.id, x: branch, y, width: inner, height, name })
    shapes.push(...[...accounts, ...unitPolicies].map((shape) => ({ ...shape, unit: unit.id })))
    const level = y + height / 2
    levels.push(level)
    branches[unit.id] = [
      [trunk, start],
      [trunk, level],
      [branch, level],
    ]
    y += height + between
  }

  // Draw one stroke to the end of each branch and back, so that the animation draws the branches one after another.
  const lines = `M${trunk} ${start}${levels.map((level) => `V${level}H${branch}H${trunk}`).join('')}`
  return { width, height: y - between + 2, shapes, lines, branches }
}

const half = (width: number) => (width - 8) / 2

function accountsIn(
  accounts: Outline['units'][number]['accounts'],
  columns: 1 | 2,
  at: { x: number; y: number; width: number },
): Shape[] {
  const width = columns === 2 ? half(at.width) : at.width
  let { y } = at
  return accounts.map(({ id }, index) => {
    const name = wrap(id, width, 16)
    const height = row + (name.length - 1) * pitch.name
    const column = index % columns
    const shape: Shape = {
      kind: 'account',
      resource: id,
      x: at.x + column * (width + 8),
      y,
      width,
      height,
      name,
    }
    if (column === columns - 1) y += height + belowAccount
    return shape
  })
}
