/** The addresses of the site for machines. */
export const feedPaths = {
  atom: '/feed.atom',
  json: '/feed.json',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  /** A post as it was written. */
  post: (id: string) => `/blog/${id}.md`,
} as const
