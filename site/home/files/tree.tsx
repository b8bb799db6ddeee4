import { kitFiles } from '#content/home/included.ts'
import { kitEntryId, kitEntryPath } from '../../../contract/paths.ts'
import { useHydrated } from '../../hydrated.ts'
import type { OutlineRow } from './outline.ts'
import { type TreeControl, useTree } from './use-tree.ts'

/**
 * The kit's files. The built page has a list of links to the page of all files, so it works without scripts. When React
 * has hydrated the list, it adds the roles and the one tab stop of a tree (WAI-ARIA Authoring Practices, Tree View pattern),
 * because only then do the arrow keys work.
 * @param paths of the files, in the order of the tree
 */
export function Tree(props: { paths: string[]; selected: string | null; onSelect: (path: string) => void }) {
  const tree = useTree(props)
  const hydrated = useHydrated()
  return (
    <ul
      ref={tree.root}
      className="tree"
      role={hydrated ? 'tree' : undefined}
      aria-label={kitFiles.label}
      translate="no"
      onKeyDown={tree.onKeyDown}
    >
      <Rows parent={null} tree={tree} selected={props.selected} hydrated={hydrated} />
    </ul>
  )
}

interface RowsProps {
  parent: string | null
  tree: TreeControl
  selected: string | null
  hydrated: boolean
}

function Rows({ parent, ...shared }: RowsProps) {
  const { tree, selected, hydrated } = shared
  const rows = tree.rows.filter((row) => row.parent === parent)
  const rolesOf = ({ path, folder, level }: OutlineRow, index: number) => ({
    role: 'treeitem',
    tabIndex: tree.focused === path ? 0 : -1,
    'aria-selected': selected === path,
    'aria-expanded': folder ? tree.open.has(path) : undefined,
    'aria-owns': folder ? `${kitEntryId(path)}-group` : undefined,
    'aria-level': level,
    'aria-setsize': rows.length,
    'aria-posinset': index + 1,
  })
  return rows.map((row, index) => (
    <li key={row.path} role={hydrated ? 'none' : undefined}>
      <a
        className={row.folder ? 'tree-row tree-folder' : 'tree-row'}
        href={kitEntryPath(row.path)}
        {...(hydrated && rolesOf(row, index))}
        onClick={(event) => tree.onClick(event, row)}
        onFocus={() => tree.setFocused(row.path)}
      >
        {row.name}
      </a>
      {row.folder && (
        <ul
          id={`${kitEntryId(row.path)}-group`}
          role={hydrated ? 'group' : undefined}
          data-closed={tree.open.has(row.path) ? undefined : ''}
        >
          <Rows {...shared} parent={row.path} />
        </ul>
      )}
    </li>
  ))
}
