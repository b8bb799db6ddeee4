import { kit } from 'virtual:kit'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Resource, drawing as words } from '#content/home/drawing.ts'
import { type Drawing, outline, type Shape, wrap } from './drawing.ts'
import { highlightRules } from './highlight-rules.ts'
import { PlanDrawing } from './plan-drawing.tsx'
import { resourcesOf } from './resources.ts'
import { drawTall } from './tall.ts'
import { drawWide } from './wide.ts'

const organization = resourcesOf(kit, words)

const unit = (id: string): Resource[] => [
  { kind: 'unit', id, parents: ['cluster'] },
  {
    kind: 'account',
    id: `${id}-with-a-name-that-no-box-holds`,
    parents: [id],
    note: 'and a note that is too long',
  },
  { kind: 'account', id: `${id}-b`, parents: [id] },
]
const root: Resource = { kind: 'root', id: 'cluster', parents: [] }
const withoutPolicies = (count: number) => [
  root,
  ...['one', 'two', 'three', 'four'].slice(0, count).flatMap(unit),
]

/** Policies and permission sets with long names, beside the root and in a unit. */
const attached: Resource[] = [
  ...withoutPolicies(4),
  ...['deny-leaving-the-organization-for-good', 'deny-root', 'deny-regions'].map(
    (id): Resource => ({ kind: 'policy', id, parents: ['cluster', 'one'] }),
  ),
  ...['administrator-of-everything-there-is', 'read-only'].map(
    (id): Resource => ({ kind: 'set', id, parents: ['cluster'] }),
  ),
]

const lists: Record<string, Resource[]> = {
  'of the content': organization,
  'of only a root': withoutPolicies(0),
  'of one unit': withoutPolicies(1),
  'of two units': withoutPolicies(2),
  'of four units without policies': withoutPolicies(4),
  'of long policies and sets': attached,
}
const drawings = Object.entries(lists).flatMap(([name, list]): [string, Resource[], Drawing][] => [
  [`wide drawing ${name}`, list, drawWide(outline(list))],
  [`tall drawing ${name}`, list, drawTall(outline(list))],
])

/** The ends and corners of the lines, from SVG path data of absolute M, H and V. */
function pointsOf(lines: string): { x: number; y: number; end: boolean }[] {
  let [x, y] = [0, 0]
  const steps = [...lines.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)]
  return steps.map(([, command, first, second], index) => {
    if (command !== 'V') x = Number(first)
    if (command === 'V') y = Number(first)
    if (command === 'M') y = Number(second)
    return { x, y, end: steps[index + 1] === undefined || steps[index + 1]?.[1] === 'M' }
  })
}

const overlap = (a: Shape, b: Shape) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe.each(drawings)('the %s', (_, list, { shapes, width, height, lines }) => {
  test('shows every resource once in each place that it belongs to', () => {
    const drawn = shapes.flatMap(({ resource }) => resource ?? [])
    const expected = list.flatMap(({ id, parents }) => Array(Math.max(1, parents.length)).fill(id))
    expect(drawn.toSorted()).toEqual(expected.toSorted())
  })

  test('stays inside its sheet', () => {
    for (const shape of shapes) {
      expect(shape.x).toBeGreaterThanOrEqual(0)
      expect(shape.y).toBeGreaterThanOrEqual(0)
      expect(shape.x + shape.width).toBeLessThanOrEqual(width)
      expect(shape.y + shape.height).toBeLessThanOrEqual(height)
    }
  })

  test('a line ends at a box, or where another line continues', () => {
    const points = pointsOf(lines)
    const touches = ({ x, y }: { x: number; y: number }) =>
      shapes.some(
        (box) =>
          x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1,
      )
    const meets = (point: { x: number; y: number }) =>
      points.filter(({ x, y }) => x === point.x && y === point.y).length > 1
    for (const point of points.filter(({ end }) => end))
      expect(touches(point) || meets(point), `${point.x} ${point.y}`).toBe(true)
  })

  test('no line crosses a name in the upper edge of a frame', () => {
    for (const frame of shapes.filter(({ kind }) => kind === 'frame')) {
      const end = frame.x + 10 + (frame.name[0] ?? '').length * 8.4
      const crossing = pointsOf(lines).filter(({ x, y }) => y === frame.y && x >= frame.x && x <= end)
      expect(crossing, frame.name[0]).toEqual([])
    }
  })

  test('every line of a text stays in its box, and no letter is missing', () => {
    for (const { kind, resource, name, note = [], width, height } of shapes) {
      const letterWidth = kind === 'policy' || kind === 'set' ? 7.8 : 8.4
      for (const line of [...name, ...note])
        expect(line.length * letterWidth, line).toBeLessThanOrEqual(width - 10)
      expect((name.length + note.length) * 16, name[0]).toBeLessThanOrEqual(height)
      if (kind === 'account' || kind === 'set') expect(name.join('')).toBe(resource)
    }
  })

  test('boxes do not overlap, and frames do not overlap', () => {
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

test('an outline has room for four units', () => {
  const five = [...withoutPolicies(4), { kind: 'unit', id: 'five', parents: ['cluster'] } satisfies Resource]
  expect(() => outline(five)).toThrow('draws 5 units')
})

test('a frame name that is too long is an error that says how much room there is', () => {
  const long: Resource = { kind: 'unit', id: 'infrastructure-of-all-teams', parents: ['cluster'] }
  const four = [
    ...withoutPolicies(3),
    long,
    { kind: 'account', id: 'a', parents: [long.id] } satisfies Resource,
  ]
  const name = words.names.unit.replace('{id}', long.id)
  expect(() => drawWide(outline(four))).toThrow(
    `names.unit makes the name “${name}” of ${name.length} characters, and its frame has room for 16.`,
  )
})

test.each([
  ['prod', ['prod']],
  ['shared-services-production', ['shared-services-', 'production']],
  ['audit trail, locked for good', ['audit trail,', 'locked for good']],
  ['anamewithoutanyplacetobreak', ['anamewithoutanypl', 'acetobreak']],
])('%s is wrapped into lines of at most 17 letters', (text, lines) => {
  expect(wrap(text, 163)).toEqual(lines)
})

test('an outline needs an organization', () => {
  expect(() => outline(withoutPolicies(2).slice(1))).toThrow('no resource of the kind root')
})

/** Escapes letters beyond ASCII as in CSS. */
const escaped = (id: string) => id.replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)

test('each resource highlights its counterpart, and the example is highlighted while none is chosen', () => {
  const { example } = words
  expect(organization.map(({ id }) => id)).toContain(example)
  const rules = highlightRules(organization, example)
  for (const { id } of organization)
    expect(rules).toContain(`[data-of~=${escaped(id)}]:is(:hover,:focus)) [data-of~=${escaped(id)}]`)
  expect(rules).toContain(
    `.plan:not(:is(:hover,:focus-within):has([data-of]:is(:hover,:focus))) [data-of=${example}]`,
  )
})

test('the texts of the drawing may name only resources of the kit', () => {
  const kitFigures = {
    accounts: [{ name: 'prod', unit: 'workloads' }],
    units: ['workloads'],
    attachments: {},
    permissionSets: [],
  }
  const texts = { example: 'prod', notes: {}, permissionSets: ['Root'] }
  expect(() => resourcesOf(kitFigures, texts)).toThrow('content/home/drawing.ts names Root')
})

test('a policy of two units is drawn under both, and units without accounts are not drawn', () => {
  const resources = resourcesOf(
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
  expect(resources.map(({ id, parents, note }) => [id, parents, note])).toEqual([
    ['this', [], undefined],
    ['all', ['this'], undefined],
    ['both', ['one', 'two'], undefined],
    ['one', ['this'], undefined],
    ['a', ['one'], undefined],
    ['two', ['this'], undefined],
    ['b', ['two'], 'second'],
  ])
})

test('a page can mark the shapes of one unit, area and name', () => {
  const resources = attached.map((one) => ({
    ...one,
    parents: one.kind === 'policy' ? ['one', 'two'] : one.parents,
  }))
  for (const drawing of [drawWide(outline(resources)), drawTall(outline(resources))]) {
    const props = { drawing, className: '', label: 'marked' }
    const mark = ({ resource, unit }: Shape) =>
      unit === 'two' && resource === 'deny-root' ? 'stops' : undefined
    const html = renderToStaticMarkup(createElement(PlanDrawing, { ...props, mark }))
    expect(html.match(/data-of="deny-root" data-in="two" data-mark="stops"/g)).toHaveLength(2)
    expect(html.match(/data-of="deny-root"/g)).toHaveLength(4)
    expect(renderToStaticMarkup(createElement(PlanDrawing, props))).not.toContain('data-mark')
  }
})
