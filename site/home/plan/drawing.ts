import { drawing, type Resource } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'

/**
 * A shape on the sheet. Lengths are in user units of the drawing. At the drawing's natural size, one unit is one CSS pixel.
 */
export interface Shape {
  /** `frame` is a dashed border with its name in the edge. The others are solid boxes. */
  kind: 'organization' | 'frame' | 'center' | 'account' | 'policy' | 'set'
  /** The id of the resource. The identity center is not a resource: it only contains some. */
  resource: string | null
  /** The id of the unit that it is drawn in. A policy of several units is drawn in each of them. */
  unit?: string
  x: number
  y: number
  width: number
  height: number
  /** The name as lines of text. A frame's name is one line. */
  name: readonly string[]
  /** As lines of text. */
  note?: readonly string[] | undefined
}

export interface Drawing {
  width: number
  height: number
  shapes: Shape[]
  /** SVG path data of the lines between the shapes. */
  lines: string
  /** The corners of the line from the root to each unit, by the unit's id. */
  branches: Record<string, readonly Point[]>
}

export type Point = readonly [x: number, y: number]

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

/** The space between the baselines of two lines, in a name and in anything smaller. */
export const pitch = { name: 18, small: 16 }

/**
 * Breaks a text into lines that fit a box, after a space, hyphen, dot or underscore, or else inside a word that is too long
 * for a line.
 * @param width of the box @param margin of both sides together
 */
export function wrap(text: string, width: number, margin = 20, letter = nameAdvance): string[] {
  const room = Math.floor((width - margin) / letter)
  const parts = text.split(/(?<=[\s._-])/).flatMap((part) => [...inPieces(part, room)])
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && (last + part).trimEnd().length <= room) lines[lines.length - 1] = last + part
    else lines.push(part)
  }
  return lines.map((line) => line.trimEnd())
}

function* inPieces(word: string, room: number) {
  for (let at = 0; at < word.length; at += room) yield word.slice(at, at + room)
}

/**
 * The name of a frame, which is one line in its upper edge.
 * @param field of content/home/drawing.ts that the name is made from
 * @throws Error when it is too long
 */
export function frameName(field: string, name: string, width: number): string[] {
  const room = Math.floor((width - 20) / nameAdvance)
  if (name.length <= room) return [name]
  throw new Error(
    `content/home/drawing.ts: ${field} makes the name “${name}” of ${name.length} characters, and its frame has room for ${room}. Shorten the text or the name in it, or draw fewer units.`,
  )
}

/** The height of a box of the wide drawing, with a name of one line or more and maybe a note. */
export const boxHeight = ({ name, note }: Pick<Shape, 'name' | 'note'>): number =>
  46 + (name.length - 1) * pitch.name + (note?.length ?? 0) * pitch.small

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
    const name = wrap(whole, at.width, margin, advance)
    const width = Math.ceil(Math.max(...name.map(({ length }) => length)) * advance) + margin
    const height = at.height + (name.length - 1) * pitch.small
    if (x > at.x && x + width > at.x + at.width) {
      x = at.x
      y += at.height + gap
    }
    const shape: Shape = { kind, resource: id, x, y, width, height, name }
    x += width + gap
    // No other box fits beside one that fills several lines.
    if (name.length > 1) {
      x = at.x
      y += height + gap
    }
    return shape
  })
}

/** The height of what `inRows` returned, with a gap below each row. */
export const heightOf = (shapes: Shape[]) => {
  const bottoms = shapes.map(({ y, height }) => y + height + gap)
  return shapes.length === 0 ? 0 : Math.max(...bottoms) - Math.min(...shapes.map(({ y }) => y))
}
