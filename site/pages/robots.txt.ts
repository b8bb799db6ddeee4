import type { APIRoute } from 'astro'
import { feedPaths } from '../feeds/feed-paths.ts'

/** RFC 9309. Pages with noindex are not blocked: a robot has to read the page to learn that it must not list it. */
export const GET: APIRoute = ({ url, site = url }) =>
  new Response(
    `User-agent: *\nDisallow: /functions/\nDisallow: /sandbox/\n\nSitemap: ${new URL(feedPaths.sitemap, site)}\n`,
  )
