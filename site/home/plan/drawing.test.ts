import { describe, expect, test } from 'vitest'
import { example, organization } from '../../../content/home/organization.ts'
import { type Drawing, outline, type Shape } from './drawing.ts'
import { drawTall } from './tall.ts'
import { twinRules } from './twins.ts'
import { drawWide } from './wide.ts'

const drawings: [string, Drawing][] = [
  ['wide', drawWide(outline(organization))],
  ['tall', drawTall(outline(organization))],
]

const overlap = (a: Shape, b: Shape) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe.each(drawings)('the %s drawing', (_, { shapes, width, height }) => {
  test('shows every resource once', () => {
    const drawn = shapes.flatMap(({ of }) => of ?? [])
    expect(drawn.toSorted()).toEqual(organization.map(({ id }) => id).toSorted())
  })

  test('stays on its sheet', () => {
    for (const shape of shapes) {
      expect(shape.x).toBeGreaterThanOrEqual(0)
      expect(shape.y).toBeGreaterThanOrEqual(0)
      expect(shape.x + shape.width).toBeLessThanOrEqual(width)
      expect(shape.y + shape.height).toBeLessThanOrEqual(height)
    }
  })

  test('boxes do not overlap, frames do not either', () => {
    const framed = (shape: Shape) => shape.kind === 'frame' || shape.kind === 'center'
    for (const group of [shapes.filter(framed), shapes.filter((shape) => !framed(shape))]) {
      group.forEach((shape, index) => {
        for (const other of group.slice(index + 1)) {
          expect(overlap(shape, other), `${shape.name} and ${other.name}`).toBe(false)
        }
      })
    }
  })
})

test('an outline needs an organization', () => {
  expect(() => outline(organization.slice(1))).toThrow('aws_organizations_organization')
})

test('each resource washes its twin, the example while none is chosen', () => {
  expect(organization.map(({ id }) => id)).toContain(example)
  const rules = twinRules(organization, example)
  for (const { id } of organization)
    expect(rules).toContain(`[data-of=${id}]:is(:hover,:focus)) [data-of=${id}]`)
  expect(rules).toContain(
    `.plan:not(:is(:hover,:focus-within):has([data-of]:is(:hover,:focus))) [data-of=${example}]`,
  )
})
