import { Fragment } from 'react'
import type { FileNode } from '../../../content/home/kit-file.ts'
import { panelId } from './outline.ts'

/** Every node's panel, in the order of the tree. */
export function KitPanels({ nodes }: { nodes: FileNode[] }) {
  return nodes.map((node) => (
    <Fragment key={node.path}>
      <article id={panelId(node.path)} className="kit-panel">
        <h4>{node.name}</h4>
        <p className="kit-path">{node.path}</p>
        <p className="kit-description">{node.description}</p>
        <p>{node.details}</p>
      </article>
      {node.children && <KitPanels nodes={node.children} />}
    </Fragment>
  ))
}
