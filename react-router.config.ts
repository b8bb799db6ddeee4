import { readdirSync } from 'node:fs'
import type { Config } from '@react-router/dev/config'

const posts = readdirSync(new URL('./content/posts', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/blog/${name.slice(0, -'.md'.length)}`)

export default {
  appDirectory: 'site',
  // Another while the last build has to stay.
  buildDirectory: process.env.BUILD_DIRECTORY || 'build',
  // No page is rendered at run time; `ssr: true` lets a route choose to ship without scripts.
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  prerender: {
    // `/404` and `/blog/404` match no page and no post: what the server sends for every unknown address.
    paths: [
      '/',
      '/blog',
      ...posts,
      '/privacy',
      '/terms',
      '/payment-success',
      '/favicon.svg',
      '/kit-excerpts.json',
      '/404',
      '/blog/404',
    ],
    concurrency: 2,
  },
} satisfies Config
