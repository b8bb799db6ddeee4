import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import { plugins } from './plugins.ts'

/** Renders a Markdown text as Astro does for a page, for tests. Keep its settings the same as in astro.config.mjs. */
export async function render(markdown: string, frontmatter = {}) {
  const processor = await createMarkdownProcessor({ ...plugins, syntaxHighlight: false })
  const { code, metadata } = await processor.render(markdown, { frontmatter })
  return { html: code, headings: metadata.headings }
}
