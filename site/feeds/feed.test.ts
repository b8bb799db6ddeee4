import { parseAtomFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { atomFeed, jsonFeed } from './feed.ts'
import { feedHtml } from './feed-html.ts'

const post = {
  id: 'a',
  title: 'R&D <b>',
  excerpt: '',
  author: '',
  category: 'A & B',
  date: '2025-01-05',
  updated: '',
  html: '<p>x &amp; y</p>',
}
const feed = {
  base: new URL('https://shop.example'),
  language: 'de',
  title: 'Blog',
  description: 'Posts',
  author: 'Shop',
  posts: [post, { ...post, id: 'b', date: '2025-01-01', updated: '2025-03-01', author: 'Ada' }],
}

test('a feed reader finds the texts of an Atom feed unchanged, with the date of its newest change', () => {
  const parsed = parseAtomFeed(atomFeed(feed))
  expect(parsed).toMatchObject({
    xml: { lang: 'de' },
    title: { value: 'Blog' },
    updated: '2025-03-01T00:00:00.000Z',
    authors: [{ name: 'Shop' }],
  })
  const [first, second] = parsed.entries ?? []
  expect(first).toEqual({
    id: 'https://shop.example/blog/a',
    title: { value: 'R&D <b>' },
    links: [{ rel: 'alternate', type: 'text/html', href: 'https://shop.example/blog/a' }],
    published: '2025-01-05T00:00:00.000Z',
    updated: '2025-01-05T00:00:00.000Z',
    categories: [{ term: 'A & B' }],
    content: { type: 'html', value: '<p>x &amp; y</p>' },
  })
  expect(second).toMatchObject({ updated: '2025-03-01T00:00:00.000Z', authors: [{ name: 'Ada' }] })
})

test('a feed without posts is valid', () => {
  expect(parseAtomFeed(atomFeed({ ...feed, posts: [] })).updated).toBe('1970-01-01T00:00:00.000Z')
  expect(jsonFeed({ ...feed, posts: [] })).toMatchObject({ items: [] })
})

test('JSON Feed: addresses are absolute, empty fields are left out, and a post without changes has one date twice', () => {
  const { items, feed_url } = JSON.parse(JSON.stringify(jsonFeed(feed)))
  expect(feed_url).toBe('https://shop.example/feed.json')
  expect(items[0]).toEqual({
    id: 'https://shop.example/blog/a',
    url: 'https://shop.example/blog/a',
    title: 'R&D <b>',
    image: 'https://shop.example/share.png',
    content_html: '<p>x &amp; y</p>',
    date_published: '2025-01-05T00:00:00.000Z',
    date_modified: '2025-01-05T00:00:00.000Z',
    tags: ['A & B'],
  })
  expect(items[1]).toMatchObject({ date_modified: '2025-03-01T00:00:00.000Z', authors: [{ name: 'Ada' }] })
})

test('characters that XML does not allow are left out', () => {
  expect(atomFeed({ ...feed, title: 'a\u0000\u001bb' })).toContain('<title>ab</title>')
})

test('addresses become absolute, and buttons and the links of headings are removed', () => {
  const html =
    '<p><a href="/terms">a</a><a href="#x">b</a><a href="https://e.example/?a=1&amp;b">c</a><a href="http://[">d</a></p>' +
    '<h2 id="y"><a class="heading-link" href="#y">Y <b>z</b></a></h2><figure><button>Copy</button><img src="b.png" srcset="c.png 2x" alt=""></figure>'
  expect(feedHtml(html, 'https://shop.example/blog/a')).toBe(
    '<p><a href="https://shop.example/terms">a</a><a href="https://shop.example/blog/a#x">b</a>' +
      '<a href="https://e.example/?a=1&amp;b">c</a><a href="http://[">d</a></p>' +
      '<h2 id="y">Y <b>z</b></h2><figure><img src="https://shop.example/blog/b.png" alt=""></figure>',
  )
})
