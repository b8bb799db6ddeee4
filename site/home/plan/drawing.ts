import type { Resource } from './resources.ts'

/** A shape on the sheet. Lengths are user units of its drawing, one CSS pixel at its natural size. */
export interface Shape {
  /** `frame` is a dashed border with its name in it; the others are solid boxes. */
  kind: 'organization' | 'frame' | 'center' | 'account' | 'policy' | 'set'
  /** The resource that it stands for; the identity center is a place for some, and none itself. */
  of: string | null
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
  /** SVG path data of what connects them. */
  lines: string
}

/** The organization as the drawings need it: what hangs under what, by kind. */
export function outline(resources: readonly Resource[]) {
  const under = (parent: string, resource: Resource['resource']) =>
    resources.filter((one) => one.parents.includes(parent) && one.resource === resource)
  const root = resources.find((one) => one.resource === 'aws_organizations_organization')
  if (!root) throw new Error('The organization to draw has no aws_organizations_organization.')
  return {
    root,
    policies: under(root.id, 'aws_organizations_policy'),
    sets: under(root.id, 'aws_ssoadmin_permission_set'),
    units: under(root.id, 'aws_organizations_organizational_unit').map((unit) => ({
      ...unit,
      accounts: under(unit.id, 'aws_organizations_account'),
      policies: under(unit.id, 'aws_organizations_policy'),
    })),
  }
}
export type Outline = ReturnType<typeof outline>

/** The monospaced face's advance at the drawings' 13 units. */
const advance = 7.8

/** The space between two boxes, beside and below each other. */
const gap = 8

/** Boxes as wide as their names, side by side, and below each other where they are wider than `at.width` together. */
export function inRows(
  kind: Shape['kind'],
  resources: readonly Resource[],
  at: { x: number; y: number; width: number; height: number },
): Shape[] {
  let { x, y } = at
  return resources.map(({ id }) => {
    const name = kind === 'policy' ? `SCP ${id}` : id
    const width = Math.ceil(name.length * advance) + (kind === 'policy' ? 22 : 16)
    if (x > at.x && x + width > at.x + at.width) {
      x = at.x
      y += at.height + gap
    }
    const shape: Shape = { kind, of: id, x, y, width, height: at.height, name }
    x += width + gap
    return shape
  })
}

/** The height of what `inRows` returned, with a gap below each row. */
export const heightOf = (shapes: Shape[]) =>
  new Set(shapes.map(({ y }) => y)).size * ((shapes[0]?.height ?? 0) + gap)
