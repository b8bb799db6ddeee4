import type { Root } from 'hast'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { VFile } from 'vfile'
import { codeFigures, demoteTitles, scrollTables, sections } from './blocks.server.ts'
import { safeLinks } from './links.ts'
import { textOf, walk } from './tree.ts'

/** A part of a document that a list of contents can point at. */
export interface DocumentSection {
  id: string
  heading: string
}

function collectSections() {
  return (tree: Root, file: VFile) => {
    const sections: DocumentSection[] = []
    walk(tree, (node) => {
      if (node.tagName === 'h2') sections.push({ id: String(node.properties.id), heading: textOf(node) })
    })
    file.data.sections = sections
  }
}

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // Raw HTML is dropped here: remark-rehype passes it on only when told to.
  .use(remarkRehype)
  .use(safeLinks)
  .use(demoteTitles)
  .use(rehypeSlug)
  .use(collectSections)
  .use(scrollTables)
  .use(codeFigures)
  .use(sections)
  .use(rehypeStringify)
  .freeze()

/** Markdown (CommonMark and GitHub's additions) as HTML that is safe to put in a page. At build only. */
export async function renderMarkdown(
  markdown: string,
): Promise<{ html: string; sections: DocumentSection[] }> {
  const file = await processor.process(markdown)
  return { html: String(file), sections: file.data.sections as DocumentSection[] }
}
