import type { APIRoute } from 'astro'
import { blogFeed } from '../feeds/blog-feed.ts'
import { jsonFeed } from '../feeds/feed.ts'

export const GET: APIRoute = async ({ url, site = url }) => Response.json(jsonFeed(await blogFeed(site)))
