import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startScript } from '../../tests/support/server-process.ts'
import { checks } from './check.ts'
import { writeSite } from './fixture.ts'
import { readSite } from './read-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
const whole = path.join(folder, 'whole')
beforeAll(() => writeSite(whole))
afterAll(() => rmSync(folder, { recursive: true }))

/** What each check finds, by its name; checks that find nothing are left out. */
function problemsOf(root: string): Record<string, string[]> {
  const site = readSite(root)
  const found = Object.entries(checks).map(
    ([name, check]) => [name, [...check(site)].map(({ file, problem }) => `${file} ${problem}`)] as const,
  )
  return Object.fromEntries(found.filter(([, problems]) => problems.length > 0))
}

test('a site in which nothing is wrong, with the words of another seller', () => {
  expect(problemsOf(whole)).toEqual({})
})

const post = 'blog/first/index.html'
const long = 'x'.repeat(161)

/** The check, the file, what is replaced by what, and what the check then says of it. */
const breaks: [string, string, string | RegExp, string, string][] = [
  ['titles', post, /<title>.*<\/title>/, '', 'has no title'],
  ['titles', post, '<title>A', `<title>${'A'.repeat(60)}`, 'has a title of 71 characters'],
  ['titles', post, '<title>A first post', '<title>Imprint', 'has the title of blog/first'],
  [
    'descriptions',
    'index.html',
    /content="Runbooks: [^"]*"/,
    'content="Short"',
    'has a description of 5 characters',
  ],
  [
    'descriptions',
    'index.html',
    /content="Runbooks: [^"]*"/g,
    `content="${long}"`,
    'has a description of 161 characters',
  ],
  ['descriptions', 'index.html', 'Runbooks: a', 'Imprint: a', 'has the description of imprint/index.html'],
  [
    'canonical addresses',
    post,
    '<link rel="canonical" href="https://shop.example',
    '<link rel="canonical" href="',
    'has the canonical address /blog/first',
  ],
  [
    'canonical addresses',
    post,
    '<link rel="canonical"',
    '<link rel="none"',
    'has the canonical address (none)',
  ],
  [
    'canonical addresses',
    '404.html',
    '</title>',
    '</title><link rel="canonical" href="https://shop.example/404">',
    'has noindex and',
  ],
  ['link previews', post, '"og:title"', '"title"', 'says og:title (nothing)'],
  [
    'link previews',
    post,
    'content="article"',
    'content="website"',
    'says og:type website instead of article',
  ],
  ['link previews', post, 'summary_large_image', 'summary', 'says twitter:card summary'],
  ['link previews', post, 'article:published_time', 'published', 'does not say when'],
  ['link previews', 'index.html', '"og:url"', '"url"', 'says og:url (nothing)'],
  ['pictures', post, /share\/blog\/first/g, 'share/none', 'has no picture of this site'],
  ['pictures', post, '"og:image:alt"', '"alt"', 'has no words for its picture'],
  ['pictures', post, 'content="630"', 'content="600"', 'has a picture of 1200 × 600'],
  [
    'icons, manifest and colors',
    'index.html',
    'scheme: dark',
    'scheme: light',
    'has no theme-color for the dark theme',
  ],
  ['icons, manifest and colors', 'index.html', '"apple-touch-icon"', '"none"', 'has no apple-touch-icon'],
  [
    'icons, manifest and colors',
    'manifest.webmanifest',
    '/favicon.svg',
    '/none.svg',
    'names no icons that exist',
  ],
  ['structured data', 'index.html', '{"@context"', '{@context', 'is not JSON'],
  ['structured data', 'index.html', '"129.00"', '"99.00"', 'which the page does not say'],
  ['structured data', 'index.html', '"USD"', '"$"', 'in no currency'],
  ['structured data', 'index.html', '"Organization"', '"Thing"', 'has no Organization'],
  ['structured data', 'index.html', '"text":"Because."', '"text":"Buy."', 'does not answer: Why?'],
  [
    'structured data',
    'index.html',
    'id="faq-why"',
    'id="faq-why"><summary>How?</summary></details><details id="faq-why"',
    'leaves out the question faq-why',
  ],
  [
    'structured data',
    'index.html',
    '"name":"Runbooks","image"',
    '"aggregateRating":{"@type":"AggregateRating"},"image"',
    'marks up ratings',
  ],
  ['structured data', post, '"headline":"A', '"headline":"Another', 'but its heading is'],
  ['structured data', post, '"datePublished":"2026', '"datePublished":"2025', 'is of 2025'],
  [
    'structured data',
    post,
    '"image":"https://shop.example/share/blog/first.png"',
    '"image":"https://shop.example/share/index.png"',
    'another picture',
  ],
  ['structured data', 'imprint/index.html', '"position":2', '"position":3', 'numbers the way'],
  [
    'structured data',
    'imprint/index.html',
    'item":"https://shop.example/imprint',
    'item":"https://shop.example/other',
    'ends the way to the page at',
  ],
  ['sitemap', 'sitemap.xml', '</urlset>', '', 'is not XML'],
  [
    'sitemap',
    'sitemap.xml',
    '<url><loc>https://shop.example/imprint</loc></url>',
    '',
    'leaves out https://shop.example/imprint',
  ],
  [
    'sitemap',
    'sitemap.xml',
    '<urlset>',
    '<urlset><url><loc>https://shop.example/404</loc></url>',
    'lists https://shop.example/404',
  ],
  ['sitemap', 'sitemap.xml', '2026-02-06', '2026-02-07', 'changed 2026-02-07'],
  ['robots', 'robots.txt', 'Sitemap:', '#', 'does not name'],
  ['robots', 'robots.txt', '/functions/', '/blog', 'keeps robots from /blog'],
  ['feeds', 'feed.atom', '<feed', '<fed', 'no feed reader can read it'],
  ['feeds', 'feed.json', '"items"', '"entries"', 'leaves out /blog/first'],
  ['feeds', 'feed.atom', 'the post ends', 'it', 'does not hold the whole text of /blog/first'],
  ['feeds', 'feed.json', '<p>This', '<p><a href=\\"/\\">x</a></p><p>This', 'has a relative address'],
  ['feeds', post, 'application/atom+xml', 'text/xml', 'does not link to the feed application/atom+xml'],
  ['llms.txt', 'llms.txt', '# Runbooks', 'Runbooks', 'does not begin with'],
  ['llms.txt', 'llms.txt', '/blog/first.md', '/blog/first', 'does not link to /blog/first.md'],
  [
    'llms.txt',
    'llms.txt',
    '(https://shop.example/)',
    '(https://shop.example)',
    'does not link to https://shop.example/',
  ],
  ['llms.txt', 'llms.txt', '- [A', '- [B](/blog)\n- [A', 'which is not on this site'],
  ['posts as Markdown', 'blog/first.md', '# A', '# The', 'does not begin with'],
  ['posts as Markdown', post, '/blog/first.md', '/blog.md', 'does not link to /blog/first.md'],
  ['links', post, '<p>It', '<p><a href="/none">x</a> It', 'links to /none, which is not there'],
  ['links', post, '/favicon.svg" alt', '/none.svg" alt', 'links to /none.svg'],
  ['links', post, '<p>It', '<p><a href="/blog/">x</a> It', 'links to /blog/, which is not there'],
  ['anchors', post, 'href="#steps"', 'href="#step"', 'nothing there has that id'],
  ['anchors', 'index.html', '/#faq-why', '/imprint#faq-why', 'nothing there has that id'],
  ['anchors', post, '<p>This', '<p id="steps">This', 'has the id steps twice'],
  ...(
    [
      ['http://example.com', 'is not encrypted'],
      ['https://example.com/a b', 'has a space'],
      ['https://localhost/docs', 'cannot reach'],
      ['https://192.168.0.1/', 'cannot reach'],
      ['https://me:secret@example.com', 'has a password'],
      ['https://', 'is no address'],
      ['mailto:nobody', 'names no mailbox'],
      ['', 'leads nowhere'],
    ] as const
  ).map(([target, wrong]): [string, string, string, string, string] => [
    'links to other sites',
    'index.html',
    'https://example.com/docs',
    target,
    wrong,
  ]),
  [
    'pages without a link to them',
    'blog/index.html',
    '<a href="/blog/first">A first post</a>',
    'A first post',
    'is linked from no other page',
  ],
  ['headings', post, '</h1>', '</h1><h1>Two</h1>', 'has 2 headings'],
  ['headings', post, 'h2', 'h3', 'skips a level at the h3 "Steps"'],
  ['headings', post, '>Steps</h2>', '></h2>', 'has an empty h2'],
  ['words for pictures', post, ' alt="An icon"', '', 'without words: /favicon.svg'],
  ['words for pictures', 'imprint/index.html', ' aria-label="Map"', '', 'without words: svg'],
  ['language', 'index.html', ' lang="en"', '', 'does not name its language'],
]

/** A copy of the site in which one thing is wrong. */
function breakSite(change: (root: string) => void): string {
  const root = mkdtempSync(path.join(folder, 'broken-'))
  cpSync(whole, root, { recursive: true })
  change(root)
  return root
}

test.each(breaks)('%s: %s, %s replaced by %j', (name, file, from, to, expected) => {
  const root = breakSite((copy) => {
    const before = readFileSync(path.join(copy, file), 'utf8')
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    writeFileSync(path.join(copy, file), after)
  })
  expect(problemsOf(root)[name]?.join('\n')).toContain(expected)
})

test('every check has been broken once', () => {
  expect([...new Set(breaks.map(([name]) => name))].sort()).toEqual(Object.keys(checks).sort())
})

test.each([
  [600, 400, 'has a picture of 600 × 400'],
  [1200, 630, 'not under 300000'],
])('a picture of %d × %d that is wrong', async (width, height, expected) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: 'white', noise } })
  const png = await picture.png().toBuffer()
  const root = breakSite((copy) => writeFileSync(path.join(copy, 'share/blog/first.png'), png))
  expect(problemsOf(root).pictures?.join('\n')).toContain(expected)
})

test.each(['favicon.ico', 'blog/first.md', 'llms.txt', 'robots.txt', 'sitemap.xml', 'feed.json'])(
  'a site without %s',
  (file) => {
    const root = breakSite((copy) => rmSync(path.join(copy, file)))
    expect(JSON.stringify(problemsOf(root))).toContain(file)
  },
)

test('the command exits with 1 for what is wrong, with file and remedy, and with 0 for nothing', async () => {
  const good = startScript(['scripts/site/check.ts', whole], {})
  expect(await good.ended).toBe(0)
  expect(good.output()).toContain('check:site: 5 pages, 4 of them listed, 0 problems')
  const broken = startScript(
    ['scripts/site/check.ts', breakSite((copy) => rmSync(path.join(copy, 'robots.txt')))],
    {},
  )
  expect(await broken.ended).toBe(1)
  expect(broken.output()).toContain(
    'robots.txt does not name https://shop.example/sitemap.xml.\n      site/pages',
  )
})

test('a folder without a site says how to get one', async () => {
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  const { ended, output } = startScript(['scripts/site/check.ts', empty], {})
  expect(await ended).toBe(1)
  expect(output()).toContain('Build the site first: npm run build')
})
