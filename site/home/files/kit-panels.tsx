import type { FileNode, SampleFile } from 'virtual:kit'
import { Fragment } from 'react'
import { included } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { kitFilePath } from '../../../contract/paths.ts'
import { panelId } from './outline.ts'

/** The content of the pane: the initial text, and a panel for every node in the order of the tree. CSS shows one. */
export function KitPanels({ nodes, samples }: { nodes: FileNode[]; samples: readonly SampleFile[] }) {
  const { heading, text } = included.files.empty
  return (
    <>
      <div className="kit-empty">
        <h4>{heading}</h4>
        <p>{text}</p>
      </div>
      <Panels nodes={nodes} samples={samples} />
    </>
  )
}

function Panels({ nodes, samples }: { nodes: FileNode[]; samples: readonly SampleFile[] }) {
  return nodes.map((node) => (
    <Fragment key={node.path}>
      <article id={panelId(node.path)} className="kit-panel">
        <h4 translate="no">{node.name}</h4>
        <p className="kit-path" translate="no">
          {node.path}
        </p>
        <p className="kit-description">{node.description}</p>
        <p>{node.details}</p>
        {samples
          .filter(({ path }) => path === node.path)
          .map(({ path, text }) => (
            <p key={path}>
              <a href={kitFilePath(path)}>{labels.files.whole(text.split('\n').length)}</a>
            </p>
          ))}
      </article>
      {node.children && <Panels nodes={node.children} samples={samples} />}
    </Fragment>
  ))
}
