import type { FileNode } from 'virtual:kit'

/** What the browser needs of the kit to run the tree; the panels' text stays in the page's HTML. */
export interface Outline {
  name: string
  /** Folders only. */
  children?: Outline[]
}

export interface OutlineRow {
  name: string
  path: string
  folder: boolean
  /** From 1, as `aria-level` counts. */
  level: number
  /** The path of the folder that it is in, or `null` at the top. */
  parent: string | null
}

/** The names of a tree of kit files, without their text. */
export function outline(nodes: FileNode[]): Outline[] {
  return nodes.map(({ name, children }) => (children ? { name, children: outline(children) } : { name }))
}

/** Every node in the order of the drawing, whether its folder is open or not. */
export function outlineRows(nodes: Outline[], parent: string | null = null, level = 1): OutlineRow[] {
  return nodes.flatMap(({ name, children }) => {
    const path = parent ? `${parent}/${name}` : name
    const row = { name, path, folder: children !== undefined, level, parent }
    return [row, ...(children ? outlineRows(children, path, level + 1) : [])]
  })
}

/** The id of a node's panel, and so its address: `organization/main.tf` is `kit-organization-main-tf`. */
export function panelId(path: string): string {
  return `kit-${path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`
}
