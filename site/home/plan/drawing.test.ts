import { kit } from 'virtual:kit'
import { describe, expect, test } from 'vitest'
import { drawing as words } from '../../../content/home/drawing.ts'
import { type Drawing, outline, type Shape } from './drawing.ts'
import { resourcesOf } from './resources.ts'
import { drawTall } from './tall.ts'
import { twinRules } from './twins.ts'
import { drawWide } from './wide.ts'

const organization = resourcesOf(kit, words)

const drawings: [string, Drawing][] = [
  ['wide', drawWide(outline(organization))],
  ['tall', drawTall(outline(organization))],
]

const overlap = (a: Shape, b: Shape) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe.each(drawings)('the %s drawing', (_, { shapes, width, height }) => {
  test('shows every resource once in each place that it belongs to', () => {
    const drawn = shapes.flatMap(({ of }) => of ?? [])
    const belongs = organization.flatMap(({ id, parents }) => Array(Math.max(1, parents.length)).fill(id))
    expect(drawn.toSorted()).toEqual(belongs.toSorted())
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
  const { example } = words
  expect(organization.map(({ id }) => id)).toContain(example)
  const rules = twinRules(organization, example)
  for (const { id } of organization)
    expect(rules).toContain(`[data-of=${id}]:is(:hover,:focus)) [data-of=${id}]`)
  expect(rules).toContain(
    `.plan:not(:is(:hover,:focus-within):has([data-of]:is(:hover,:focus))) [data-of=${example}]`,
  )
})

test('the words of the drawing name what the kit makes', () => {
  const without = { ...words, permissionSets: ['Root'] }
  expect(() => resourcesOf(kit, without)).toThrow('content/home/drawing.ts names Root')
})

test('a policy of two units hangs under both, and what no account is under is not drawn', () => {
  const made = resourcesOf(
    {
      accounts: [
        { name: 'a', unit: 'one' },
        { name: 'b', unit: 'two' },
      ],
      units: ['one', 'two', 'empty'],
      attachments: { root: ['all'], one: ['both'], two: ['both'], empty: ['none'] },
      permissionSets: [],
    },
    { example: 'a', notes: { b: 'second' }, permissionSets: [] },
  )
  expect(made.map(({ id, parents, note }) => [id, parents, note])).toEqual([
    ['this', [], undefined],
    ['all', ['this'], undefined],
    ['both', ['one', 'two'], undefined],
    ['one', ['this'], undefined],
    ['a', ['one'], undefined],
    ['two', ['this'], undefined],
    ['b', ['two'], 'second'],
  ])
})
