import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import { plugins } from './plugins.ts'

/** A Markdown text as Astro renders it for a page (astro.config.mjs has the same settings). For tests. */
export async function render(markdown: string, file = '/content/posts/a.md') {
  const processor = await createMarkdownProcessor({ ...plugins, syntaxHighlight: false })
  const { code, metadata } = await processor.render(markdown, { fileURL: new URL(`file://${file}`) })
  return { html: code, headings: metadata.headings }
}
