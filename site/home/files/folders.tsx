import type { FileNode } from 'virtual:kit'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { included } from '#content/home/included.ts'
import { type Outline, outlineRows, panelId } from './outline.ts'

/**
 * The kit's files without React: nested details, and links to the panels. `tree.tsx` replaces them after hydration.
 * @param samples paths of the files that may be read whole
 */
export function Folders({ nodes, samples }: { nodes: FileNode[]; samples: readonly string[] }) {
  return (
    <ul className="tree" aria-label={included.files.label} translate="no">
      <Items nodes={nodes} samples={samples} isOpen />
    </ul>
  )
}

function Items({
  nodes,
  samples,
  isOpen,
}: {
  nodes: FileNode[]
  samples: readonly string[]
  isOpen: boolean
}) {
  return nodes.map(({ name, path, children }) => (
    <li key={path}>
      {children ? (
        <details open={isOpen}>
          <summary className="tree-row tree-folder">
            <ChevronRight aria-hidden="true" size={16} />
            {name}
          </summary>
          <ul>
            <Items nodes={children} samples={samples} isOpen={false} />
          </ul>
        </details>
      ) : (
        <a
          className="tree-row"
          href={`#${panelId(path)}`}
          data-whole={samples.includes(path) ? '' : undefined}
        >
          {name}
        </a>
      )}
    </li>
  ))
}

/** The tree at the moment when React hydrates. */
export interface TreeState {
  kit: Outline[]
  /** The paths of the open folders. */
  open: ReadonlySet<string>
  /** The path that has the focus, or null. */
  focused: string | null
}

function readItems(list: Element): Outline[] {
  return Array.from(list.children, (item) => {
    const row = item.querySelector<HTMLElement>('.tree-row')
    const children = item.querySelector('ul')
    return {
      name: row?.textContent ?? '',
      ...(children && { children: readItems(children) }),
      ...(row && 'whole' in row.dataset && { whole: true }),
    }
  })
}

/**
 * Reads the names, the open folders and the focus from the list of `Folders`. As props of the island, the names would be in the
 * page twice, and the page would need one more round trip on a slow network (docs/performance.md).
 */
export function readFolders(list: Element): TreeState {
  const kit = readItems(list)
  // Both are in the order of the tree.
  const paths = outlineRows(kit).map(({ path }) => path)
  const rows = Array.from(list.querySelectorAll('.tree-row'))
  return {
    kit,
    open: new Set(paths.filter((_, index) => rows[index]?.matches('details[open] > summary'))),
    focused: paths.find((_, index) => rows[index] === document.activeElement) ?? null,
  }
}
