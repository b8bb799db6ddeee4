import { drawing, type Resource } from '../../../content/home/drawing.ts'

/**
 * A shape on the sheet. Lengths are in user units of the drawing. At the drawing's natural size, one unit is one CSS pixel.
 */
export interface Shape {
  /** `frame` is a dashed border with its name in the edge. The others are solid boxes. */
  kind: 'organization' | 'frame' | 'center' | 'account' | 'policy' | 'set'
  /** The id of the resource. The identity center is not a resource: it only contains some. */
  resource: string | null
  x: number
  y: number
  width: number
  height: number
  name: string
  note?: string | undefined
}

export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
  /** SVG path data of the lines between the shapes. */
  lines: string
}

/** Fills values into a text of content/home/drawing.ts. */
export const fill = (text: string, values: object): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String((values as Record<string, unknown>)[name] ?? whole),
  )

/**
 * Groups the resources by kind, each below its parent.
 * @throws Error without a root, or with more units than fit side by side
 */
export function outline(resources: readonly Resource[]) {
  const under = (parent: string, kind: Resource['kind']) =>
    resources.filter((one) => one.parents.includes(parent) && one.kind === kind)
  const root = resources.find(({ kind }) => kind === 'root')
  if (!root) throw new Error('content/home/drawing.ts has no resource of the kind root.')
  const units = under(root.id, 'unit')
  if (units.length > 4)
    throw new Error(`content/home/drawing.ts draws ${units.length} units. There is room for four.`)
  return {
    root,
    policies: under(root.id, 'policy'),
    sets: under(root.id, 'set'),
    units: units.map((unit) => ({
      ...unit,
      accounts: under(unit.id, 'account'),
      policies: under(unit.id, 'policy'),
    })),
  }
}
export type Outline = ReturnType<typeof outline>

/** The width of a letter in the monospaced typeface, at the drawings' 13 units and at the 14 units of names. */
const advance = 7.8
const nameAdvance = 8.4

/**
 * Shortens a name to fit a box. The list beside the drawing has the whole name.
 * @param width of the box @param margin of both sides together
 */
export function shorten(name: string, width: number, margin = 20, letter = nameAdvance): string {
  const room = Math.floor((width - margin) / letter)
  return name.length <= room ? name : `${name.slice(0, room - 1)}…`
}

/**
 * The nearest point after a name in the upper edge of a frame, where a line can end without crossing the name.
 * @param x of the frame
 */
export const nameEnd = (x: number, name: string): number => Math.ceil(x + 18 + name.length * nameAdvance)

/** The space between two boxes, beside and below each other. */
const gap = 8

/** Places boxes that are as wide as their names in rows of at most `at.width`. */
export function inRows(
  kind: Shape['kind'],
  resources: readonly Resource[],
  at: { x: number; y: number; width: number; height: number },
): Shape[] {
  let { x, y } = at
  return resources.map(({ id }) => {
    const whole = kind === 'policy' ? fill(drawing.names.policy, { id }) : id
    const margin = kind === 'policy' ? 22 : 16
    const name = shorten(whole, at.width, margin, advance)
    const width = Math.ceil(name.length * advance) + margin
    if (x > at.x && x + width > at.x + at.width) {
      x = at.x
      y += at.height + gap
    }
    const shape: Shape = { kind, resource: id, x, y, width, height: at.height, name }
    x += width + gap
    return shape
  })
}

/** The height of what `inRows` returned, with a gap below each row. */
export const heightOf = (shapes: Shape[]) =>
  new Set(shapes.map(({ y }) => y)).size * ((shapes[0]?.height ?? 0) + gap)
