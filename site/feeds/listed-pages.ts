import type { CollectionEntry } from 'astro:content'
import { kit } from 'virtual:kit'
import { hero } from '#content/home/hero.ts'
import { kitFiles } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { shortLastingPrice } from '../lasting-price.ts'
import { formatDay } from '../markdown/day.ts'
import { newestPosts } from '../markdown/newest-posts.ts'
import { getTexts } from '../markdown/texts.ts'
import { toolPages } from '../tools/tool-pages.ts'
import { indexedPages } from './sitemap.ts'

interface ListedPage {
  path: string
  /** What its picture for link previews says. Without a title, it has the picture of another page. */
  title?: string
  /** The cells beside the name in that picture: texts by their labels. An empty text has no cell. */
  details?: Record<string, string>
  /** The day of the last change, `YYYY-MM-DD`; empty if it is not known. */
  changed?: string | undefined
}

const sources = import.meta.glob<string>('./**/*.astro', {
  base: '../pages',
  query: '?raw',
  import: 'default',
  eager: true,
})

const words = labels.picture
const ofKit = { [words.files]: String(kit.files), [words.revision]: `v${kit.version}` }
const changeOf = ({ data }: CollectionEntry<'posts'>) => data.updated || data.date
const lastChangeOf = (posts: CollectionEntry<'posts'>[]) => posts.map(changeOf).sort().at(-1)

/** The pages that search engines may list. Each is in the sitemap. */
export async function listedPages(): Promise<ListedPage[]> {
  const posts = await newestPosts()
  const known: ListedPage[] = [
    { path: pages.home, title: hero.headline, details: { [words.price]: shortLastingPrice, ...ofKit } },
    {
      path: pages.blog,
      title: labels.blog.title,
      details: { [words.posts]: String(posts.length) },
      changed: lastChangeOf(posts),
    },
    ...posts.map((post) => ({
      path: pages.post(post.id),
      title: post.data.title || post.id,
      details: {
        [words.category]: post.data.category,
        [words.published]: formatDay(post.data.date, 'short'),
      },
      changed: changeOf(post),
    })),
    ...(await getTexts('pages')).map(({ id, data }) => ({
      path: `/${id}`,
      title: data.title,
      changed: data.updated,
    })),
    { path: pages.files, title: kitFiles.all.title, details: ofKit },
    ...toolPages,
    ...kit.samples.map(({ path }) => ({ path: kitFilePath(path) })),
  ]
  const taken = known.map(({ path }) => path)
  const others = indexedPages(sources).filter(({ path }) => !taken.includes(path))
  return [...known, ...others.map(({ path, title }) => ({ path, title: title || site.name }))]
}
