import { type FileNode, kit } from 'virtual:kit'
import { kitFiles } from '#content/home/included.ts'
import { kitEntryPath, pages } from '../../../contract/paths.ts'

/**
 * The kit's files. A folder is a disclosure, a file a button. They are outside of the island, so that React never replaces them.
 * files.tsx shows what is pressed; without scripts, a button leads to the description of its file.
 */
export const Tree = () => (
  <form className="tree-scroll" action={pages.files}>
    <ul className="tree" aria-label={kitFiles.label} translate="no">
      <Rows nodes={kit.tree} isOpen />
    </ul>
  </form>
)

/** @param isOpen whether the folders among the nodes are open: those at the top */
function Rows({ nodes, isOpen = false }: { nodes: FileNode[]; isOpen?: boolean }) {
  return nodes.map(({ name, path, children }) => (
    <li key={path}>
      {children ? (
        <details open={isOpen}>
          <summary className="tree-row tree-folder" data-path={path}>
            {name}
          </summary>
          <ul>
            <Rows nodes={children} />
          </ul>
        </details>
      ) : (
        <button type="submit" className="tree-row" formAction={kitEntryPath(path)} data-path={path}>
          {name}
        </button>
      )}
    </li>
  ))
}
