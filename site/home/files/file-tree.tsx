import ChevronRight from 'lucide-react/icons/chevron-right'
import type { MouseEvent } from 'react'
import { type Outline, panelId } from './outline.ts'
import { type Tree, useTree } from './use-tree.ts'

/**
 * Nested details and links in the server's HTML; once `live`, the same elements carry the roles of a tree
 * (WAI-ARIA Authoring Practices, Tree View), so that nothing opened or focused before is lost.
 */
export function FileTree({
  kit,
  label,
  live,
  selected,
  onSelect,
}: {
  kit: Outline[]
  label: string
  live: boolean
  selected: string | null
  onSelect: (path: string) => void
}) {
  const tree = useTree({ kit, selected, onSelect })
  return (
    <ul
      ref={tree.root}
      className="tree"
      aria-label={label}
      role={live ? 'tree' : undefined}
      onKeyDown={tree.onKeyDown}
    >
      <Nodes nodes={kit} parent="" level={1} tree={live ? tree : null} />
    </ul>
  )
}

function Nodes({
  nodes,
  parent,
  level,
  tree,
}: {
  nodes: Outline[]
  parent: string
  level: number
  /** `null` until React has the page. */
  tree: Tree | null
}) {
  return nodes.map((node, index) => {
    const path = parent + node.name
    const item = {
      'data-path': path,
      onClick: (event: MouseEvent) => tree?.onClick(event, path),
      ...(tree && {
        role: 'treeitem',
        tabIndex: tree.focused === path ? 0 : -1,
        'aria-selected': tree.selected === path,
        'aria-level': level,
        'aria-setsize': nodes.length,
        'aria-posinset': index + 1,
        onFocus: () => tree.setFocused(path),
      }),
    }
    return (
      <li key={path} role={tree ? 'none' : undefined}>
        {node.children ? (
          // The browser opens and closes it; React only learns of it. Its role has to go for Chrome to honour the
          // summary's: of a details with a role of its own, the summary stays a disclosure triangle.
          <details
            open={level === 1}
            suppressHydrationWarning
            role={tree ? 'none' : undefined}
            onToggle={(event) => tree?.setOpen(path, event.currentTarget.open)}
          >
            <summary {...item} {...(tree && { 'aria-expanded': tree.open.has(path) })}>
              <ChevronRight aria-hidden="true" size={16} />
              {node.name}
            </summary>
            <ul role={tree ? 'group' : undefined}>
              <Nodes nodes={node.children} parent={`${path}/`} level={level + 1} tree={tree} />
            </ul>
          </details>
        ) : (
          <a href={`#${panelId(path)}`} {...item}>
            {node.name}
          </a>
        )}
      </li>
    )
  })
}
