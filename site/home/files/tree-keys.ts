import type { OutlineRow } from './outline.ts'

/** The action of a key in the tree: move the focus, or open or close the focused folder. */
type TreeMove = { focus: string } | { open: boolean }

/** @returns the rows whose folders are all open */
export function visibleRows(rows: OutlineRow[], open: ReadonlySet<string>): OutlineRow[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const visible = row.parent === null || (seen.has(row.parent) && open.has(row.parent))
    if (visible) seen.add(row.path)
    return visible
  })
}

/**
 * Finds the action of a key, as in the Tree View pattern of the WAI-ARIA Authoring Practices: arrows, Home, End. The browser
 * handles Enter, and use-tree.ts handles Space. `null`: the key has no action.
 * @param rows the visible ones, in order
 */
export function treeMove(
  key: string,
  rows: OutlineRow[],
  focused: string,
  open: ReadonlySet<string>,
): TreeMove | null {
  const at = rows.findIndex((row) => row.path === focused)
  const row = rows[at]
  if (!row) return null
  const to = (target: OutlineRow | undefined) => (target && target !== row ? { focus: target.path } : null)
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1])
    case 'ArrowUp':
      return to(rows[at - 1])
    case 'Home':
      return to(rows[0])
    case 'End':
      return to(rows.at(-1))
    case 'ArrowRight':
      if (!row.folder) return null
      if (!open.has(row.path)) return { open: true }
      return to(rows[at + 1])
    case 'ArrowLeft':
      if (row.folder && open.has(row.path)) return { open: false }
      return to(rows.find(({ path }) => path === row.parent))
    default:
      return null
  }
}

/**
 * Finds the next row whose name begins with `typed`. After the last row, the search continues at the first one. For one letter,
 * even if it is repeated, the search begins after the focused row. For a longer word it begins at the focused row.
 * @param rows the visible ones, in order
 */
export function typeAhead(rows: OutlineRow[], focused: string, typed: string): string | null {
  const word = typed.toLowerCase()
  const letter = word[0]
  if (!letter) return null
  const repeated = [...word].every((character) => character === letter)
  const start = rows.findIndex((row) => row.path === focused) + (repeated ? 1 : 0)
  const round = [...rows.slice(start), ...rows.slice(0, start)]
  return round.find(({ name }) => name.toLowerCase().startsWith(repeated ? letter : word))?.path ?? null
}
