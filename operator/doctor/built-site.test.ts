import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { pricing } from '#content/home/pricing.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { configOf, findingsOf, readyContent, textOf } from '../../tests/support/doctor.ts'
import { builtSiteGroups } from './built-site.ts'

const folders: string[] = []
function folder(files: Record<string, string> = {}): string {
  const created = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  folders.push(created)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(created, file)), { recursive: true })
    writeFileSync(path.join(created, file), text)
  }
  return created
}
afterEach(() => {
  for (const created of folders.splice(0)) rmSync(created, { recursive: true })
})

const config = configOf({})
const builtSiteFindings = (...input: Parameters<typeof builtSiteGroups>) =>
  findingsOf(builtSiteGroups(...input))
const site = (files: Record<string, string>) =>
  folder(Object.fromEntries(Object.entries(files).map(([file, text]) => [`build/client/${file}`, text])))
const seats = pricing.seats.limited(50, '$497').replace('50', '<!-- -->50<!-- -->')
const offers = structuredOffers(readyContent.catalog)
const structuredData = (json: string) => `<script type="application/ld+json">${json}</script>`
const home = (more = '', head = '<link rel="canonical" href="http://localhost:3000/"/>') =>
  `${head}<p>$348 <s>$497</s> ${seats}</p><p data-catalog="usd 34800 49700 50 20000">${structuredData(JSON.stringify({ offers }))}${more}`

test.each([
  ['', { 'index.html': home() }],
  ['warning: The site is not built', {}],
  ['error: / says "TODO: the price", which', { 'index.html': home('<p>TODO: the price</p>') }],
  [
    'error: /blog/a says "Lorem ipsum dolor',
    { 'index.html': home(), 'blog/a/index.html': 'Lorem ipsum dolor' },
  ],
  [
    'warning: / says "All of it for $399 today", but the catalog has no amount of $399',
    { 'index.html': home('<p>All of it for <b>$399</b> today</p>') },
  ],
  ['', { 'index.html': home('<p>$0.045 for each GB, and $0.003 for each change.</p>') }],
  ['error: The built home page does not say "$348"', { 'index.html': home().replace('$348', '$300') }],
  [`does not say "${pricing.seats.limited(50, '$497')}"`, { 'index.html': home().replace('50', '40') }],
  ['warning: The built pages name undefined', { 'index.html': home('', '') }],
  [
    'error: The structured data has an offer that the catalog does not have: 300.00 USD',
    {
      'index.html': home(structuredData('{"@graph":[{"offers":{"price":"300.00","priceCurrency":"USD"}}]}')),
    },
  ],
  ['does not have an offer of the catalog: 348.00 USD', { 'index.html': home().replace('USD', 'EUR') }],
  [
    'catalog does not have: 497.00 USD, https://schema.org/SoldOut',
    { 'index.html': home().replace('InStock', 'SoldOut') },
  ],
  ['The structured data of the built home page has no', { 'index.html': home().replace('offers', 'a') }],
  ['home page cannot be read', { 'index.html': home(structuredData('{')) }],
  ['error: / links to /blog/My Post', { 'index.html': home('<a href="/blog/My Post">x</a>') }],
  [
    'error: /blog/a links to no-such-post',
    { 'index.html': home(), 'blog/a/index.html': '<a href="no-such-post">x</a>' },
  ],
  ['error: / has the link "", which leads nowhere', { 'index.html': home('<a href="">x</a>') }],
  [
    'error: / links to https://shop.invalid/x',
    { 'index.html': home('<a href="https://shop.invalid/x">x</a>') },
  ],
  ['error: / links to /a.png, which does not exist', { 'index.html': home('<img alt="" src="/a.png"/>') }],
  ['does not say "$348"', { 'index.html': home().replace('$348', '$348.50') }],
  ['built with another catalog', { 'index.html': home().replace('20000', '30000') }],
  [
    'error: / has the link "http://[", which is not an address',
    { 'index.html': home('<a href="http://[">x</a>') },
  ],
  ['error: / links to /nowhere', { 'index.html': home('<a class="x" href="/nowhere">x</a>') }],
  [
    'error: / links to /terms#law',
    { 'index.html': home('<a href="/terms#law">x</a>'), 'terms/index.html': '<h2 id="laws">' },
  ],
])('finding "%s"', (expected, files) => {
  const findings = builtSiteFindings(site(files), config, readyContent)
  if (expected === '') expect(findings).toEqual([])
  else expect(textOf(findings)).toContain(expected)
})

test('amounts in the catalog, amounts in posts, and notes in code have no findings', () => {
  const files = {
    'index.html': home('<p>You pay $348, and save $149. The hour is worth $200.</p><code># TODO $1</code>'),
    'blog/a/index.html': 'NAT gateways cost $32.40 a month',
  }
  expect(builtSiteFindings(site(files), config, readyContent)).toEqual([])
})

test('content that changed after the build is reported', () => {
  const root = site({ 'index.html': home() })
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  mkdirSync(path.join(root, 'content'))
  write('content/site.ts', 'old')
  const sha256 = createHash('sha256').update('old').digest('hex')
  write('build/sources.json', JSON.stringify({ settings: {}, files: { 'content/site.ts': sha256 } }))
  expect(builtSiteFindings(root, config, readyContent)).toEqual([])
  write('content/site.ts', 'new')
  expect(textOf(builtSiteFindings(root, config, readyContent))).toBe(
    'error: Visitors see old pages: content/site.ts changed after the site was built.',
  )
})

test('at a public address, a missing build is an error', () => {
  const live = configOf({ PUBLIC_URL: 'https://kit.works', PAYMENTS: 'sandbox' })
  expect(textOf(builtSiteFindings(folder(), live, readyContent))).toBe('error: The site is not built.')
})

test('without early-bird seats, the page has only the list price', () => {
  const content = { ...readyContent, catalog: { ...readyContent.catalog, earlyBirdSeats: 0 } }
  const page = home()
    .replace(/<p>.*<\/p>/, '<p>$497</p>')
    .replace(' 50 ', ' 0 ')
    .replace(JSON.stringify(offers[0]), '')
    .replace('[,', '[')
  expect(builtSiteFindings(site({ 'index.html': page }), config, content)).toEqual([])
})

test('valid links have no findings', () => {
  const links = [
    '/terms',
    '/terms?a=1#law',
    '/terms#100%',
    '#caf%C3%A9',
    '#top',
    '/kit.pdf',
    '/functions/v1/offer',
    // The build writes such links for posts with spaces in their names.
    '/blog/My Post',
    'blog/My Post',
    './terms',
    '//docs.kit.works/x',
    'https://docs.kit.works/x',
    'mailto:support@kit.works',
    '/blog/My%20Post#caf&#233;',
    '/blog/What&#x27;s caf&#233; &amp; 100%',
    '/my%20kit.pdf',
  ]
  const files = {
    'index.html': home(
      `<i id="top"></i><i id="café"></i>${links.map((link) => `<a href="${link}">x</a>`).join('')}`,
    ),
    'terms/index.html': '<h2 id="law"><h2 id="100%">',
    'kit.pdf': '',
    'my kit.pdf': '',
    'blog/My%20Post/index.html': '<h2 id="caf&#233;">',
    "blog/What's%20caf%C3%A9%20&%20100%/index.html": '',
  }
  expect(builtSiteFindings(site(files), config, readyContent)).toEqual([])
})
