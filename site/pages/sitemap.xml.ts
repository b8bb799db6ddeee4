import type { APIRoute } from 'astro'
import { listedPages } from '../feeds/listed-pages.ts'
import { sitemap } from '../feeds/sitemap.ts'

export const GET: APIRoute = async ({ url, site = url }) =>
  new Response(sitemap(site, await listedPages()), { headers: { 'content-type': 'application/xml' } })
