/** The addresses that programs read. */
export const feedPaths = {
  atom: '/feed.atom',
  json: '/feed.json',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  /** A post as Markdown. */
  post: (id: string) => `/blog/${id}.md`,
} as const
