import { kitFileId } from '../../../contract/paths.ts'

/** The part of the kit that the tree's island needs. The text of the panels is in the page's HTML. */
export interface Outline {
  name: string
  /** Folders only. */
  children?: Outline[]
  /** The whole file may be read: it is in the sample. */
  whole?: true
}

export interface OutlineRow {
  name: string
  path: string
  folder: boolean
  /** The whole file may be read. */
  whole: boolean
  /** Counted from 1, like `aria-level`. */
  level: number
  /** The path of the parent folder, or `null` at the top. */
  parent: string | null
}

/** Lists every node in the order of the tree, in open and closed folders. */
export function outlineRows(nodes: Outline[], parent: string | null = null, level = 1): OutlineRow[] {
  return nodes.flatMap(({ name, children, whole = false }) => {
    const path = parent ? `${parent}/${name}` : name
    const row = { name, path, folder: children !== undefined, whole, level, parent }
    return [row, ...(children ? outlineRows(children, path, level + 1) : [])]
  })
}

/** The id of a node's panel, which is also its hash: `organization/main.tf` is `kit-organization-main-tf`. */
export const panelId = (path: string) => `kit-${kitFileId(path)}`
