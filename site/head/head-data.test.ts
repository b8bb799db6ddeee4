import { describe, expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { pages } from '../../contract/paths.ts'
import { headData, type PageHead } from './head-data.ts'
import { themeColors } from './theme-colors.ts'

const post: PageHead = {
  title: 'A post',
  description: 'What it says',
  article: { published: '2025-01-05', modified: '2025-02-06', markdown: '/blog/a-post.md' },
}

function headOf(page: PageHead, path: string) {
  const { title, links, metas } = headData(page, new URL(path, 'https://shop.example'))
  const meta = (name: string) => metas.find((one) => [one.name, one.property].includes(name))?.content
  const link = (rel: string, type?: string) =>
    links.find((one) => one.rel === rel && (!type || one.type === type))?.href
  return { title, meta, link, metas }
}

describe('a post', () => {
  const { title, meta, link, metas } = headOf(post, '/blog/a-post')

  test('has a title, a description, its own address, and its days', () => {
    expect(title).toBe(`A post | ${site.name}`)
    expect(meta('description')).toBe('What it says')
    expect(link('canonical')).toBe('https://shop.example/blog/a-post')
    expect(meta('article:published_time')).toBe('2025-01-05')
    expect(meta('article:modified_time')).toBe('2025-02-06')
  })

  test('has the same title, description, address and picture in link previews', () => {
    expect(meta('og:title')).toBe('A post')
    expect(meta('og:description')).toBe('What it says')
    expect(meta('og:url')).toBe('https://shop.example/blog/a-post')
    expect(meta('og:type')).toBe('article')
    expect(meta('twitter:card')).toBe('summary_large_image')
    for (const name of ['og:image', 'twitter:image'])
      expect(meta(name)).toBe('https://shop.example/share.png')
    for (const name of ['og:image:alt', 'twitter:image:alt']) expect(meta(name)).toContain(site.name)
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
  })

  test('links to its Markdown, the feeds, the icons and the manifest', () => {
    expect(link('alternate', 'text/markdown')).toBe('/blog/a-post.md')
    expect(link('alternate', 'application/rss+xml')).toBe('/rss.xml')
    expect(link('icon')).toMatch(/^data:image\/svg\+xml/)
    expect(link('apple-touch-icon')).toBe('/apple-touch-icon.png')
    expect(link('manifest')).toBe('/manifest.webmanifest')
  })

  test("names the page's color in both themes", () => {
    const colors = metas.filter(({ name }) => name === 'theme-color')
    expect(colors).toEqual([
      expect.objectContaining({ media: '(prefers-color-scheme: light)', content: themeColors.paper.light }),
      expect.objectContaining({ media: '(prefers-color-scheme: dark)', content: themeColors.paper.dark }),
    ])
  })
})

test('a page that is not listed has no address', () => {
  const { meta, link } = headOf({ title: 'Thanks', description: '', noindex: true }, pages.paymentSuccess)
  expect(meta('robots')).toBe('noindex')
  expect([link('canonical'), meta('og:url'), meta('description')]).toEqual([undefined, undefined, undefined])
  expect(meta('og:type')).toBe('website')
})

test('a page that fetches nothing names no file', () => {
  const { meta, link } = headOf({ title: 'A', description: 'B', closed: true }, '/scp-dry-run')
  expect(meta('network')).toBe('none')
  expect([link('apple-touch-icon'), link('manifest')]).toEqual([undefined, undefined])
})
