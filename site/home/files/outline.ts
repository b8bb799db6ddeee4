/** A row of the file tree. */
export interface OutlineRow {
  name: string
  path: string
  folder: boolean
  /** Counted from 1, like `aria-level`. */
  level: number
  /** The path of the parent folder, or `null` at the top. */
  parent: string | null
}

/**
 * Lists every file, and every folder before its first file, in open and closed folders.
 * @param paths of the files, in the order of the tree
 */
export function outlineRows(paths: readonly string[]): OutlineRow[] {
  const rows = new Map<string, OutlineRow>()
  for (const file of paths) {
    const names = file.split('/')
    for (const [index, name] of names.entries()) {
      const path = names.slice(0, index + 1).join('/')
      const parent = names.slice(0, index).join('/') || null
      if (!rows.has(path)) rows.set(path, { name, path, folder: path !== file, level: index + 1, parent })
    }
  }
  return [...rows.values()]
}
