import { type FileNode, kit, type SampleFile } from 'virtual:kit'
import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import type { Root } from 'hast'
import type { VFile } from 'vfile'
import { kitEntryPath, kitFilePath } from '../../contract/paths.ts'
import { plugins } from '../markdown/plugins.ts'
import { walk } from '../markdown/tree.ts'

const pathsIn = (nodes: readonly FileNode[]): string[] =>
  nodes.flatMap(({ path, children = [] }) => [path, ...pathsIn(children)])
const entries = new Set(pathsIn(kit.tree))
const samples = new Set(kit.samples.map(({ path }) => path))

/**
 * The address of a file that a document links to by a relative path: its own page if it is in the sample, or its place on the page
 * of all files. Any other target stays as it is.
 */
function pageOf(href: string, from: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///${from}`)
  const path = decodeURIComponent(pathname.slice(1))
  if (samples.has(path)) return kitFilePath(path) + hash
  return entries.has(path) ? kitEntryPath(path) : href
}

/** A rehype plugin: lets a document's links lead to the site's pages of the files. */
function linkFiles() {
  return (tree: Root, file: VFile) =>
    walk(tree, ({ properties }) => {
      if (typeof properties.href === 'string')
        properties.href = pageOf(properties.href, String(file.data.astro?.frontmatter?.path))
    })
}

const processor = createMarkdownProcessor({
  ...plugins,
  rehypePlugins: [...plugins.rehypePlugins, linkFiles],
  syntaxHighlight: false,
})

/** Renders a Markdown file of the kit as a post is rendered. @returns HTML */
export async function renderDocument({ path, text }: SampleFile): Promise<string> {
  return (await (await processor).render(text, { frontmatter: { path } })).code
}
