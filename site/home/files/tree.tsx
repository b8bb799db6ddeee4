import ChevronRight from 'lucide-react/icons/chevron-right'
import type { TreeState } from './folders.tsx'
import { type Outline, panelId } from './outline.ts'
import { type TreeControl, useTree } from './use-tree.ts'

/** The kit's files as a tree (WAI-ARIA Authoring Practices, Tree View pattern). Every row is a link to its panel. */
export function Tree(props: {
  label: string
  start: TreeState
  selected: string | null
  onSelect: (path: string) => void
}) {
  const tree = useTree(props)
  return (
    <ul
      ref={tree.root}
      className="tree"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern's own element
      role="tree"
      aria-label={props.label}
      translate="no"
      onKeyDown={tree.onKeyDown}
    >
      <Rows nodes={props.start.kit} parent="" level={1} tree={tree} selected={props.selected} />
    </ul>
  )
}

function Rows({
  nodes,
  parent,
  level,
  tree,
  selected,
}: {
  nodes: Outline[]
  parent: string
  level: number
  tree: TreeControl
  selected: string | null
}) {
  return nodes.map(({ name, children }, index) => {
    const path = parent + name
    const isOpen = children && tree.open.has(path)
    const group = children && `${panelId(path)}-group`
    return (
      <li key={path} role="none">
        <a
          className={children ? 'tree-row tree-folder' : 'tree-row'}
          href={`#${panelId(path)}`}
          data-path={path}
          role="treeitem"
          tabIndex={tree.focused === path ? 0 : -1}
          aria-selected={selected === path}
          aria-expanded={isOpen}
          aria-owns={group}
          aria-level={level}
          aria-setsize={nodes.length}
          aria-posinset={index + 1}
          onClick={(event) => tree.onClick(event, path)}
          onFocus={() => tree.setFocused(path)}
        >
          {children && <ChevronRight aria-hidden="true" size={16} />}
          {name}
        </a>
        {children && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not a group of a tree
          <ul id={group} role="group" hidden={!isOpen}>
            <Rows nodes={children} parent={`${path}/`} level={level + 1} tree={tree} selected={selected} />
          </ul>
        )}
      </li>
    )
  })
}
