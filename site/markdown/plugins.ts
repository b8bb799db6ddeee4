import { rehypeHeadingIds } from '@astrojs/markdown-remark'
import { labels } from '#content/labels.ts'
import {
  codeFigures,
  demoteTitles,
  linkHeadings,
  markShortCode,
  nameTasks,
  scrollTables,
  showRaw,
} from './blocks.ts'
import { safeLinks } from './links.ts'
import { pictureSizes } from './picture-sizes.ts'

/** Our additions to Astro's own Markdown processing (GitHub's Markdown, heading ids). */
export const plugins = {
  smartypants: false,
  remarkRehype: {
    footnoteLabel: labels.post.footnotes,
    footnoteBackLabel: (note: number, nth: number) => labels.post.backToNote(note + 1, nth),
  },
  // Astro adds the ids after all plugins, but the plugins that link to headings need the ids.
  rehypePlugins: [
    showRaw,
    safeLinks,
    demoteTitles,
    rehypeHeadingIds,
    linkHeadings,
    scrollTables,
    nameTasks,
    markShortCode,
    codeFigures,
    pictureSizes,
  ],
}
