import type { CollectionEntry } from 'astro:content'
import { kit } from 'virtual:kit'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { getTexts, newestPosts } from '../markdown/texts.ts'
import { indexedPages, type SitemapPage } from './sitemap.ts'

const sources = import.meta.glob<string>('./**/*.astro', {
  base: '../pages',
  query: '?raw',
  import: 'default',
  eager: true,
})

const changeOf = ({ data }: CollectionEntry<'posts'>) => data.updated || data.date
const lastChangeOf = (posts: CollectionEntry<'posts'>[]) => posts.map(changeOf).sort().at(-1)

/** The pages that search engines may list. Each is in the sitemap. */
export async function listedPages(): Promise<SitemapPage[]> {
  const posts = await newestPosts()
  return [
    ...indexedPages(sources).map((path) =>
      path === pages.blog ? { path, changed: lastChangeOf(posts) } : { path },
    ),
    ...posts.map((post) => ({ path: pages.post(post.id), changed: changeOf(post) })),
    ...(await getTexts('pages')).map(({ id, data }) => ({ path: `/${id}`, changed: data.updated })),
    ...kit.samples.map(({ path }) => ({ path: kitFilePath(path) })),
  ]
}
