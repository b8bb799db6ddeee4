import { codeFigures, demoteTitles, dropRaw, scrollTables } from './blocks.ts'
import { safeLinks } from './links.ts'
import { fillPlaceholders } from './placeholders.ts'

/** What happens to a Markdown text besides Astro's own steps (GitHub's Markdown, ids of headings). */
export const plugins = {
  smartypants: false,
  remarkPlugins: [fillPlaceholders],
  rehypePlugins: [dropRaw, safeLinks, demoteTitles, scrollTables, codeFigures],
}
