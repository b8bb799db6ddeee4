import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import { pages, sharePicturePath } from '../../contract/paths.ts'
import { iconPaths } from '../head/icon-paths.ts'
import type { Post } from '../head/structured-data.ts'
import { feedPaths } from './feed-paths.ts'
import { withoutForbidden } from './xml.ts'

export interface Feed {
  /** The address of the site. */
  base: URL
  /** A BCP 47 tag. */
  language: string
  title: string
  description: string
  /** The author of posts that name none. */
  author: string
  /** Newest first, each with a day; `html` has absolute addresses. */
  posts: (Post & { html: string })[]
}

/** Both feeds need a time. A post has only a day. */
const timeOf = (day: string) => new Date(`${day}T00:00:00Z`)
const changeOf = (post: Post) => timeOf(post.updated || post.date)

const urlIn = ({ base }: Feed) => {
  return (path: string) => new URL(path, base).href
}

/** Writes an Atom feed with full texts (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const url = urlIn(feed)
  const xml = generateAtomFeed({
    xml: { lang: feed.language },
    id: url(feedPaths.atom),
    title: { value: feed.title },
    ...(feed.description && { subtitle: { value: feed.description } }),
    authors: [{ name: feed.author }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: url(feedPaths.atom) },
      { rel: 'alternate', type: 'text/html', href: url(pages.blog) },
    ],
    // Atom needs a time even for an empty feed.
    updated: new Date(Math.max(0, ...feed.posts.map((post) => changeOf(post).getTime()))),
    entries: feed.posts.map((post) => ({
      id: url(pages.post(post.id)),
      title: { value: post.title || post.id },
      links: [{ rel: 'alternate', type: 'text/html', href: url(pages.post(post.id)) }],
      published: timeOf(post.date),
      updated: changeOf(post),
      ...(post.author && { authors: [{ name: post.author }] }),
      ...(post.category && { categories: [{ term: post.category }] }),
      ...(post.excerpt && { summary: { value: post.excerpt } }),
      content: { type: 'html', value: post.html },
    })),
  })
  return withoutForbidden(xml)
}

/** Makes a JSON Feed with full texts (https://www.jsonfeed.org/version/1.1/). Empty fields are left out. */
export function jsonFeed(feed: Feed) {
  const url = urlIn(feed)
  const json = generateJsonFeed({
    title: feed.title,
    description: feed.description,
    home_page_url: url(pages.blog),
    feed_url: url(feedPaths.json),
    icon: url(iconPaths.touch),
    language: feed.language,
    authors: [{ name: feed.author }],
    items: feed.posts.map((post) => ({
      id: url(pages.post(post.id)),
      url: url(pages.post(post.id)),
      title: post.title || post.id,
      ...(post.excerpt && { summary: post.excerpt }),
      image: url(sharePicturePath),
      content_html: post.html,
      date_published: timeOf(post.date),
      date_modified: changeOf(post),
      ...(post.author && { authors: [{ name: post.author }] }),
      ...(post.category && { tags: [post.category] }),
    })),
  })
  // The library leaves out an empty list, but a feed must have one.
  return { items: [], ...(json as object) }
}
