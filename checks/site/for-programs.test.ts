// What search engines and feed readers find in the built site.
import path from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { attribute } from '../../server/http/html-elements.ts'
import { elementsNamed, meta, readSite, textOf } from './read-site.ts'

const site = readSite(path.resolve('build/client'))
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'url' || name === 'item' })
const read = (address: string) => parser.parse(site.read(address))

test('the sitemap has the canonical address of each listed page, and the day of its last change', () => {
  const urls: { loc: string; lastmod?: string }[] = read('/sitemap.xml').urlset.url
  expect(urls.map(({ loc }) => loc).sort()).toEqual(site.listed.map(({ canonical }) => canonical).sort())
  for (const post of site.posts) {
    const { lastmod } = urls.find(({ loc }) => loc === post.canonical) ?? {}
    expect(lastmod).toBe(meta(post, 'article:modified_time'))
  }
  expect(site.read('/robots.txt')).toContain(`Sitemap: ${new URL('/sitemap.xml', site.base)}`)
})

test('the feed has the whole text of each post, newest first, with absolute addresses and without buttons', () => {
  const { channel } = read('/rss.xml').rss
  const items: { link: string; pubDate: string; 'content:encoded': string }[] = channel.item
  expect(items.map(({ link }) => link).sort()).toEqual(site.posts.map(({ canonical }) => canonical).sort())
  const days = items.map(({ pubDate }) => Date.parse(pubDate))
  expect(days).toEqual([...days].sort((a, b) => b - a))
  for (const { link, 'content:encoded': html } of items) {
    const words = (node: Parameters<typeof textOf>[0]) => textOf(node, ['button']).replaceAll(' ', '')
    const prose = site.posts
      .find(({ canonical }) => canonical === link)
      ?.elements.find((element) => attribute(element, 'class') === 'prose')
    expect(prose && words(prose)).toBe(words(parseFragment(html)))
    expect(html).not.toMatch(/\s(?:href|src)="(?![a-z][a-z+.-]*:)|<button/i)
  }
})

test('no page that search engines must not list has structured data', () => {
  for (const page of site.pages.filter(({ isListed }) => !isListed)) {
    const types = elementsNamed(page, 'script').map((script) => attribute(script, 'type'))
    expect(types, page.address).not.toContain('application/ld+json')
  }
})
