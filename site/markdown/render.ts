import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import { plugins } from './plugins.ts'

/** Renders a Markdown text as Astro does for a page, for tests. Keep its settings the same as in astro.config.mjs. */
export async function render(markdown: string, file = '/content/posts/a.md') {
  const processor = await createMarkdownProcessor({ ...plugins, syntaxHighlight: false })
  const { code, metadata } = await processor.render(markdown, { fileURL: new URL(`file://${file}`) })
  return { html: code, headings: metadata.headings }
}
