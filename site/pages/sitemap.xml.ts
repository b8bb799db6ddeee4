import { kit } from 'virtual:kit'
import type { APIRoute } from 'astro'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { categoriesWithPage } from '../blog/categories.ts'
import { indexedPages, sitemap } from '../feeds/sitemap.ts'
import { newestPosts } from '../markdown/newest-posts.ts'
import { getTexts } from '../markdown/texts.ts'
import { toolPages } from '../tools/tool-pages.ts'

const sources = import.meta.glob<string>('./**/*.astro', { query: '?raw', import: 'default', eager: true })

export const GET: APIRoute = async ({ url, site = url }) => {
  const posts = (await getTexts('posts')).map(({ id, data }) => ({
    path: pages.post(id),
    changed: data.updated || data.date,
  }))
  const texts = (await getTexts('pages')).map(({ id, data }) => ({ path: `/${id}`, changed: data.updated }))
  const files = kit.samples.map(({ path }) => ({ path: kitFilePath(path) }))
  const categories = categoriesWithPage(await newestPosts()).map(({ slug, posts: inCategory }) => ({
    path: pages.category(slug),
    changed: inCategory
      .map(({ data }) => data.updated || data.date)
      .sort()
      .at(-1),
  }))
  const newest = posts
    .map(({ changed }) => changed)
    .sort()
    .at(-1)
  const built = indexedPages(sources).filter(({ path }) => path !== pages.files || kit.files > 0)
  const others = built.map(({ path }) => ({
    path,
    changed: path === pages.blog ? newest : undefined,
  }))
  return new Response(sitemap(site, [...others, ...categories, ...posts, ...texts, ...toolPages, ...files]), {
    headers: { 'content-type': 'application/xml' },
  })
}
