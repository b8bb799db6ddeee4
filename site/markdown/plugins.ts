import { codeFigures, demoteTitles, dropRaw, scrollTables } from './blocks.ts'
import { safeLinks } from './links.ts'
import { fillPlaceholders } from './placeholders.ts'

/** Our additions to Astro's own Markdown processing (GitHub's Markdown, heading ids). */
export const plugins = {
  smartypants: false,
  remarkPlugins: [fillPlaceholders],
  rehypePlugins: [dropRaw, safeLinks, demoteTitles, scrollTables, codeFigures],
}
