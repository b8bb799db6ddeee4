import { renderToStaticMarkup } from 'react-dom/server'
import type { FileNode } from '../../../../content/home/kit-file.ts'
import { highlight } from '../../../markdown/highlight.server.ts'
import { panelId } from './outline.ts'

/** The HTML of every node's panel, in the order of the tree. */
export async function renderPanels(nodes: FileNode[]): Promise<string> {
  const panels = await Promise.all(
    nodes.map(async (node) => (await renderPanel(node)) + (await renderPanels(node.children ?? []))),
  )
  return panels.join('')
}

async function renderPanel(node: FileNode): Promise<string> {
  const code = node.excerpt && (await renderCode(node.excerpt))
  return renderToStaticMarkup(
    <article id={panelId(node.path)} className="kit-panel">
      <h4>{node.name}</h4>
      <p className="kit-path">{node.path}</p>
      <p className="kit-description">{node.description}</p>
      <p>{node.details}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: coloured by our own build from our own content */}
      {code && <div dangerouslySetInnerHTML={{ __html: code }} />}
    </article>,
  )
}

/** A block of coloured code. It can be wider than its place, so the keyboard must be able to reach and scroll it. */
export async function renderCode(excerpt: NonNullable<FileNode['excerpt']>): Promise<string> {
  return `<pre tabindex="0"><code>${await highlight(excerpt.code, excerpt.language)}</code></pre>`
}
