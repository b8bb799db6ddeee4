import ChevronRight from 'lucide-react/icons/chevron-right'
import { type Outline, panelId } from './outline.ts'

/** The kit's files without React: nested details, and links to the panels. `tree.tsx` replaces them after hydration. */
export function Folders({ nodes, parent = '' }: { nodes: Outline[]; parent?: string }) {
  return nodes.map(({ name, children }) => {
    const path = parent + name
    return (
      <li key={path}>
        {children ? (
          // The visitor may have opened or closed it before React hydrates.
          <details open={parent === ''} suppressHydrationWarning>
            <summary className="tree-row tree-folder" data-path={path}>
              <ChevronRight aria-hidden="true" size={16} />
              {name}
            </summary>
            <ul>
              <Folders nodes={children} parent={`${path}/`} />
            </ul>
          </details>
        ) : (
          <a className="tree-row" href={`#${panelId(path)}`} data-path={path}>
            {name}
          </a>
        )}
      </li>
    )
  })
}

/** The state of the folders when React hydrates. */
export interface TreeState {
  open: ReadonlySet<string>
  /** The path that has the focus, or null. */
  focused: string | null
}

/** Reads which folders are open and what has the focus. @param list the element around `Folders` */
export function readFolders(list: Element): TreeState {
  const open = list.querySelectorAll<HTMLElement>('details[open] > summary')
  const active = list.contains(document.activeElement) ? document.activeElement : null
  return {
    open: new Set(Array.from(open, ({ dataset }) => dataset.path ?? '')),
    focused: active instanceof HTMLElement ? (active.dataset.path ?? null) : null,
  }
}
