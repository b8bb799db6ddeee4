/** The addresses that programs read. */
export const feedPaths = {
  rss: '/rss.xml',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  /** A post as Markdown. */
  post: (id: string) => `/blog/${id}.md`,
} as const
