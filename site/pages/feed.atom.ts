import type { APIRoute } from 'astro'
import { blogFeed } from '../feeds/blog-feed.ts'
import { atomFeed } from '../feeds/feed.ts'

export const GET: APIRoute = async ({ url, site = url }) =>
  new Response(atomFeed(await blogFeed(site)), { headers: { 'content-type': 'application/atom+xml' } })
