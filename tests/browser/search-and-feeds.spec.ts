// The parts of the built site that search engines, link previews and feed readers read.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { parseFeed } from 'feedsmith'
import { catalog } from '#content/catalog.ts'
import { sample } from '#content/sample.ts'
import { kitFilePath, pages } from '../../contract/paths.ts'
import { openingPrices } from '../../contract/prices.ts'
import { builtPages } from '../../server/http/built-pages.ts'

const built = path.resolve('build/client')
const isSample = (address: string) => sample.files.map(kitFilePath).includes(address)
const isPost = (address: string) =>
  address.startsWith(pages.post('')) && !address.startsWith(pages.category(''))

/** Reads the head and the structured data of a built page. Chromium parses the page but runs none of its scripts. */
async function readHead(page: Page, html: string) {
  return await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html')
    const attribute = (selector: string, name: string) => parsed.querySelector(selector)?.getAttribute(name)
    const graphs = [...parsed.querySelectorAll('script[type="application/ld+json"]')]
    return {
      title: parsed.title,
      heading: parsed.querySelector('h1')?.textContent,
      text: parsed.body.textContent,
      description: attribute('meta[name=description]', 'content'),
      robots: attribute('meta[name=robots]', 'content'),
      canonical: attribute('link[rel=canonical]', 'href'),
      openGraph: Object.fromEntries(
        [...parsed.querySelectorAll('meta[property]')].map((meta) => [
          meta.getAttribute('property'),
          meta.getAttribute('content'),
        ]),
      ) as Record<string, string>,
      card: attribute('meta[name="twitter:card"]', 'content'),
      themes: parsed.querySelectorAll('meta[name=theme-color][media]').length,
      files: [
        ...parsed.querySelectorAll('link:is([rel=manifest], [rel=alternate], [rel=apple-touch-icon])'),
      ].map((link) => link.getAttribute('href') ?? ''),
      nodes: graphs.flatMap((script) => JSON.parse(script.textContent)['@graph']) as Record<
        string,
        unknown
      >[],
    }
  }, html)
}

/** The text of each element with the tag name `name`. Fails if the XML is not well-formed. */
async function readXml(page: Page, xml: string, name: string): Promise<string[]> {
  const { texts, error } = await page.evaluate(
    ([text, tag]) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      const texts = [...parsed.getElementsByTagName(tag)].map((element) => element.textContent)
      return { texts, error: parsed.querySelector('parsererror')?.textContent ?? '' }
    },
    [xml, name] as const,
  )
  expect(error).toBe('')
  return texts
}

const readHeads = (page: Page) =>
  Promise.all(
    [...builtPages(built)].map(async ([address, file]) => {
      const head = await readHead(page, readFileSync(file, 'utf8'))
      return { address, ...head }
    }),
  )

test('every page has a head that search engines and link previews can use', async ({ page, request }) => {
  const heads = await readHeads(page)
  const titles = heads.map(({ title }) => title)
  expect([...new Set(titles)]).toEqual(titles)
  for (const head of heads) {
    await test.step(head.address, async () => {
      expect(head.title.length).toBeLessThanOrEqual(60)
      expect(head.description).toMatch(/^.{70,160}$/)
      expect(head.themes).toBe(2)
      expect(head.card).toBe('summary_large_image')
      const { openGraph } = head
      expect(openGraph['og:title']).toBeTruthy()
      expect(openGraph['og:description']).toBe(head.description)
      if (head.robots === 'noindex') {
        expect(head.canonical).toBeUndefined()
        expect(head.nodes).toEqual([])
      } else {
        expect(URL.canParse(head.canonical ?? '')).toBe(true)
        expect(new URL(head.canonical ?? '').pathname).toBe(head.address)
        expect(openGraph['og:url']).toBe(head.canonical)
      }
      const isPublished = isPost(head.address) && head.robots !== 'noindex'
      expect(openGraph['og:type']).toBe(isPublished ? 'article' : 'website')
      if (isPublished) expect(openGraph['article:published_time']).toMatch(/^\d{4}-\d\d-\d\d/)
      for (const file of head.files) expect((await request.get(file)).status(), file).toBe(200)
    })
  }
})

test('every page has a preview picture that other websites can show', async ({ page, request }) => {
  for (const { address, robots, openGraph } of await readHeads(page)) {
    const { pathname, href } = new URL(openGraph['og:image'] ?? '')
    expect(openGraph['og:image:alt']).toBeTruthy()
    const answer = await request.get(pathname)
    expect(answer.status(), href).toBe(200)
    expect(answer.headers()).toMatchObject({
      'content-type': openGraph['og:image:type'],
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const png = await answer.body()
    expect(png.length, address).toBeLessThan(300_000)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const size = [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(size).toEqual([1200, 630])
    expect([openGraph['og:image:width'], openGraph['og:image:height']].map(Number)).toEqual(size)
    const shared = isSample(address) ? pages.files : address
    if (robots !== 'noindex') expect(pathname).toBe(`/share/${shared.slice(1) || 'index'}.png`)
  }
})

test('a feed reader finds both feeds, and the same posts in each', async ({ request }) => {
  const read = async (address: string) => parseFeed(await (await request.get(address)).text())
  const [atom, json] = [await read('/feed.atom'), await read('/feed.json')]
  if (atom.format !== 'atom' || json.format !== 'json') throw new Error(`${atom.format}, ${json.format}`)
  const entries = (atom.feed.entries ?? []).map(({ id, title, published, content }) => ({
    id,
    title: title?.value,
    published,
    html: content?.value,
  }))
  const items = (json.feed.items ?? []).map(
    ({ id, title, date_published: published, content_html: html }) => ({
      id,
      title,
      published,
      html,
    }),
  )
  expect(entries.length).toBeGreaterThan(0)
  expect(entries).toEqual(items)
})

test('structured data agrees with its page, and the offer with the catalog', async ({ page }) => {
  const heads = (await readHeads(page)).filter(({ robots }) => robots !== 'noindex')
  for (const { address, nodes, heading, text } of heads) {
    const find = (type: string) => nodes.find((node) => node['@type'] === type)
    expect(find('Organization')).toBeDefined()
    expect(JSON.stringify(nodes)).not.toMatch(/AggregateRating|"Review"/)
    if (address === '/') {
      const { offers } = find('Product') as { offers: Record<string, string> }
      expect(Math.round(Number(offers.price) * 100)).toBe(openingPrices(catalog).priceCents)
      expect(find('WebSite')).toBeDefined()
      const questions = find('FAQPage')?.mainEntity as { name: string; acceptedAnswer: { text: string } }[]
      for (const { name, acceptedAnswer } of questions) {
        expect(text).toContain(name)
        expect(text).toContain(acceptedAnswer.text)
      }
    } else {
      const steps = find('BreadcrumbList')?.itemListElement as { name: string; item: string }[]
      expect(steps.at(-1)?.name).toBe(heading)
      expect(new URL(steps.at(-1)?.item ?? '').pathname).toBe(address)
    }
    if (isPost(address)) expect(find('BlogPosting')?.headline).toBe(heading)
  }
})

test('the sitemap lists every page that has a canonical address, and no other', async ({ page, request }) => {
  const canonical = (await readHeads(page)).flatMap((head) => head.canonical ?? []).sort()
  const answer = await request.get('/sitemap.xml')
  expect(answer.headers()['content-type']).toBe('application/xml')
  expect((await readXml(page, await answer.text(), 'loc')).sort()).toEqual(canonical)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/m)
})

test('both feeds have the full text of every post, with absolute addresses', async ({ page, request }) => {
  const posts = (await readHeads(page)).filter(({ openGraph }) => openGraph['og:type'] === 'article')
  const atom = await request.get('/feed.atom')
  expect(atom.headers()['content-type']).toBe('application/atom+xml')
  const contents = (await readXml(page, await atom.text(), 'content')).map((html) => html.trim())
  const { items } = await (await request.get('/feed.json')).json()
  const urls = items.map(({ url }: { url: string }) => url)
  expect([...urls].sort()).toEqual(posts.map(({ canonical }) => canonical).sort())
  expect((await readXml(page, await atom.text(), 'id')).slice(1)).toEqual(urls)
  expect(contents).toEqual(items.map((item: { content_html: string }) => item.content_html.trim()))
  for (const html of contents) {
    expect(html).not.toMatch(/<button|(href|src)="(?!https?:|mailto:)/)
    const { text } = await readHead(page, html)
    expect(posts.some((post) => post.text.includes(text.trim().slice(-200)))).toBe(true)
  }
})

test('each post is also available as Markdown, and llms.txt links to it', async ({ page, request }) => {
  const posts = (await readHeads(page)).filter(({ openGraph }) => openGraph['og:type'] === 'article')
  const overview = await (await request.get('/llms.txt')).text()
  for (const { address, canonical, heading } of posts) {
    expect(overview).toContain(`(${canonical}.md)`)
    const answer = await request.get(`${address}.md`)
    expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
    expect((await answer.text()).startsWith(`# ${heading}\n`)).toBe(true)
  }
})

test('icons and the manifest have the declared types and sizes', async ({ request }) => {
  const icon = await (await request.get('/favicon.ico')).body()
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
  const touch = await (await request.get('/apple-touch-icon.png')).body()
  expect(touch.subarray(1, 4).toString()).toBe('PNG')
  expect([touch.readUInt32BE(16), touch.readUInt32BE(20)]).toEqual([180, 180])
  const manifest = await request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toBe('application/manifest+json')
  const { icons } = (await manifest.json()) as { icons: { src: string }[] }
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
})
