import { rehypeHeadingIds } from '@astrojs/markdown-remark'
import { codeFigures, demoteTitles, dropRaw, linkHeadings, scrollTables } from './blocks.ts'
import { safeLinks } from './links.ts'
import { pictureSizes } from './picture-sizes.ts'
import { fillPlaceholders } from './placeholders.ts'

/** Our additions to Astro's own Markdown processing (GitHub's Markdown, heading ids). */
export const plugins = {
  smartypants: false,
  remarkPlugins: [fillPlaceholders],
  // Astro adds the ids after all plugins, but the plugins that link to headings need the ids.
  rehypePlugins: [
    dropRaw,
    safeLinks,
    demoteTitles,
    rehypeHeadingIds,
    linkHeadings,
    scrollTables,
    codeFigures,
    pictureSizes,
  ],
}
