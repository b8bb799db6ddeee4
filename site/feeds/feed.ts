import { pages } from '../../contract/paths.ts'
import { iconPaths } from '../head/icon-paths.ts'
import { sharePicture } from '../head/share-picture.ts'
import type { Post } from '../head/structured-data.ts'
import { feedPaths } from './feed-paths.ts'
import { escapeXml } from './xml.ts'

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

/** Formats a day for both kinds of feeds (RFC 3339). */
const timeOf = (day: string) => `${day}T00:00:00Z`

const urlIn = ({ base }: Feed) => {
  return (path: string) => new URL(path, base).href
}

/** Writes an Atom feed with full texts (RFC 4287). */
export function atomFeed(feed: Feed): string {
  const url = urlIn(feed)
  const days = feed.posts.map((post) => post.updated || post.date).sort()
  const element = (name: string, text: string) => (text ? [`<${name}>${escapeXml(text)}</${name}>`] : [])
  const link = (rel: string, type: string, path: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(url(path))}"/>`
  const entries = feed.posts.flatMap((post) => [
    '<entry>',
    ...element('title', post.title || post.id),
    ...element('id', url(pages.post(post.id))),
    link('alternate', 'text/html', pages.post(post.id)),
    ...element('published', timeOf(post.date)),
    ...element('updated', timeOf(post.updated || post.date)),
    ...(post.author ? ['<author>', ...element('name', post.author), '</author>'] : []),
    ...(post.category ? [`<category term="${escapeXml(post.category)}"/>`] : []),
    ...element('summary', post.excerpt),
    `<content type="html">${escapeXml(post.html)}</content>`,
    '</entry>',
  ])
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    ...element('title', feed.title),
    ...element('subtitle', feed.description),
    ...element('id', url(feedPaths.atom)),
    link('self', 'application/atom+xml', feedPaths.atom),
    link('alternate', 'text/html', pages.blog),
    // Atom needs a time even for an empty feed.
    ...element('updated', timeOf(days.at(-1) ?? '1970-01-01')),
    '<author>',
    ...element('name', feed.author),
    '</author>',
    ...entries,
    '</feed>',
    '',
  ].join('\n')
}

/** Makes a JSON Feed with full texts (https://www.jsonfeed.org/version/1.1/). Empty fields are left out. */
export function jsonFeed(feed: Feed) {
  const url = urlIn(feed)
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: url(pages.blog),
    feed_url: url(feedPaths.json),
    icon: url(iconPaths.touch),
    language: feed.language,
    authors: [{ name: feed.author }],
    items: feed.posts.map((post) => {
      const address = url(pages.post(post.id))
      return {
        id: address,
        url: address,
        title: post.title || post.id,
        ...(post.excerpt && { summary: post.excerpt }),
        image: url(sharePicture(pages.post(post.id))),
        content_html: post.html,
        date_published: timeOf(post.date),
        date_modified: timeOf(post.updated || post.date),
        ...(post.author && { authors: [{ name: post.author }] }),
        ...(post.category && { tags: [post.category] }),
      }
    }),
  }
}
