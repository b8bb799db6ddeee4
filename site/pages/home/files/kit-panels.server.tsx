import { renderToStaticMarkup } from 'react-dom/server'
import type { FileNode } from '../../../../content/home/kit-file.ts'
import { highlight } from '../../../markdown/highlight.server.ts'
import { panelId } from './outline.ts'

/** The HTML of every node's panel, in the order of the tree. */
export function renderPanels(nodes: FileNode[]): string {
  return nodes.map((node) => renderPanel(node) + renderPanels(node.children ?? [])).join('')
}

/** The HTML of every excerpt by its node's path. */
export async function renderExcerpts(nodes: FileNode[]): Promise<Record<string, string>> {
  const excerpts = await Promise.all(
    nodes.map(async (node) => ({
      ...(node.excerpt && { [node.path]: await renderCode(node.excerpt) }),
      ...(await renderExcerpts(node.children ?? [])),
    })),
  )
  return Object.assign({}, ...excerpts)
}

function renderPanel(node: FileNode): string {
  return renderToStaticMarkup(
    <article id={panelId(node.path)} className="kit-panel">
      <h4>{node.name}</h4>
      <p className="kit-path">{node.path}</p>
      <p className="kit-description">{node.description}</p>
      <p>{node.details}</p>
    </article>,
  )
}

/** A block of coloured code. It can be wider than its place, so the keyboard must be able to reach and scroll it. */
export async function renderCode(excerpt: NonNullable<FileNode['excerpt']>): Promise<string> {
  return `<pre tabindex="0"><code>${await highlight(excerpt.code, excerpt.language)}</code></pre>`
}
