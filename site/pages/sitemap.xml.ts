import type { APIRoute } from 'astro'
import { sitemap } from '../feeds/sitemap.ts'
import { listedPages } from '../listed-pages.ts'

export const GET: APIRoute = async ({ url, site = url }) =>
  new Response(sitemap(site, await listedPages()), { headers: { 'content-type': 'application/xml' } })
