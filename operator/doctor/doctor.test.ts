import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Config, parseEnv } from '../../server/config/env.ts'
import { builtSiteFindings } from './built-site.ts'
import { configurationFindings } from './configuration.ts'
import { type Content, contentFindings } from './content.ts'
import type { Finding } from './finding.ts'
import { serviceFindings } from './services.ts'
import { transportFindings } from './transport.ts'

const ready: Content = {
  site: {
    seller: { legalName: 'Kit Works GmbH', governingLaw: 'Germany' },
    emails: {
      privacy: 'privacy@kit.works',
      legal: 'legal@kit.works',
      support: 'support@kit.works',
      security: 'security@kit.works',
    },
    links: { documentation: 'https://docs.kit.works', contact: '/contact' },
  },
  catalog: {
    priceCents: 34800,
    listPriceCents: 49700,
    earlyBirdSeats: 50,
    saleLimit: null,
    consultationValueCents: 20000,
  },
  testimonials: [{ sample: false }],
  promises: ['Email support during setup'],
  terms: 'there are no refunds once access is granted',
}

function configOf(env: Record<string, string>): Config {
  const result = parseEnv(env)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.config
}

const said = (findings: Finding[]) => findings.map(({ severity, what }) => `${severity}: ${what}`).join('\n')

const folders: string[] = []
function folder(files: Record<string, string> = {}): string {
  const made = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  folders.push(made)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(made, file)), { recursive: true })
    writeFileSync(path.join(made, file), text)
  }
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true })
})

describe('content', () => {
  test('nothing to say of content that is filled in', () => {
    expect(contentFindings(ready)).toEqual([])
  })
  test.each<[string, Partial<Content>]>([
    [
      'error: The seller\'s legal name is "Example Seller LLC"',
      { site: { ...ready.site, seller: { legalName: 'Example Seller LLC', governingLaw: 'Germany' } } },
    ],
    [
      'warning: The terms name the law of the State of Delaware',
      {
        site: {
          ...ready.site,
          seller: { ...ready.site.seller, governingLaw: 'the State of Delaware, United States' },
        },
      },
    ],
    [
      'error: The legal address legal@example.com is a placeholder',
      { site: { ...ready.site, emails: { ...ready.site.emails, legal: 'legal@example.com' } } },
    ],
    [
      'error: The support address "" is no email address',
      { site: { ...ready.site, emails: { ...ready.site.emails, support: '' } } },
    ],
    [
      "warning: The footer's contact leads nowhere",
      { site: { ...ready.site, links: { ...ready.site.links, contact: null } } },
    ],
    [
      'error: The contact link "nowhere" is no address',
      { site: { ...ready.site, links: { ...ready.site.links, contact: 'nowhere' } } },
    ],
    [
      'error: The documentation link https://docs.example.com/kit is a placeholder',
      {
        site: {
          ...ready.site,
          links: { ...ready.site.links, documentation: 'https://docs.example.com/kit' },
        },
      },
    ],
    [
      'error: The contact link mailto:hello@example.com is a placeholder',
      { site: { ...ready.site, links: { ...ready.site.links, contact: 'mailto:hello@example.com' } } },
    ],
    ['error: 1 of 2 testimonials are samples', { testimonials: [{ sample: true }, { sample: false }] }],
    [
      'warning: The pricing section promises a "30-day money-back',
      { promises: ['30-day money-back guarantee'] },
    ],
    ['error: priceCents is 348.5', { catalog: { ...ready.catalog, priceCents: 348.5 } }],
    ['error: The early-bird price is above', { catalog: { ...ready.catalog, priceCents: 50000 } }],
    ['error: There are more early-bird seats', { catalog: { ...ready.catalog, saleLimit: 10 } }],
  ])('%s', (expected, change) => {
    expect(said(contentFindings({ ...ready, ...change }))).toContain(expected)
  })
})

describe('configuration', () => {
  const live = {
    PUBLIC_URL: 'https://kit.works',
    TRUST_PROXY: '1',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    KIT_FILE: 'kit.zip',
    SMTP_URL: 'smtps://mail.kit.works',
    MAIL_FROM: 'shop@kit.works',
    SELLER_EMAIL: 'seller@kit.works',
  }
  test('a live key that goes to another address than Stripe', () => {
    const other = { ...live, STRIPE_API_URL: 'https://stripe.kit.works' }
    expect(said(configurationFindings(configOf(other)))).toContain('error: STRIPE_API_URL sends the live key')
    const tried = { ...other, STRIPE_SECRET_KEY: 'sk_test_1' }
    expect(said(configurationFindings(configOf(tried)))).not.toContain('STRIPE_API_URL')
  })
  test.each([
    ['error: DATABASE_URL does not say', 'postgres://shop@db.internal/shop'],
    ['error: sslmode=require in DATABASE_URL', 'postgres://shop@db.internal/shop?sslmode=require'],
    ['error: sslmode=no-verify in DATABASE_URL', 'postgres://shop@10.0.0.5/shop?sslmode=no-verify'],
    ['', 'postgres://shop@db.internal/shop?sslmode=verify-full'],
    ['', 'postgres://shop@localhost:5432/shop'],
    ['', 'postgres://shop@base/shop?host=/var/run/postgresql'],
    ['', 'postgres://%2Fvar%2Frun%2Fpostgresql/shop'],
  ])('%s of the connection to %s', (expected, databaseUrl) => {
    const findings = transportFindings({ ...configOf(live), databaseUrl })
    expect(said(findings).startsWith(expected)).toBe(true)
    expect(findings).toHaveLength(expected ? 1 : 0)
  })
  test.each([
    ['error: ignoreTLS in SMTP_URL', 'smtp://mail.kit.works:587/?ignoreTLS=true'],
    ['error: SMTP_URL does not check', 'smtps://mail.kit.works/?tls.rejectUnauthorized=false'],
    ['', 'smtp://mail.kit.works:587/?ignoreTLS=false'],
    ['', 'smtp://mail.kit.works:587'],
    ['', 'smtp://localhost:25/?ignoreTLS=true'],
  ])('%s of mail to %s', (expected, smtpUrl) => {
    const findings = transportFindings({ ...configOf(live), smtpUrl })
    expect(said(findings).startsWith(expected)).toBe(true)
    expect(findings).toHaveLength(expected ? 1 : 0)
  })
  test('nothing to say of a shop that is ready', () => {
    expect(configurationFindings(configOf(live))).toEqual([])
  })
  test('a fresh clone has no error, as it is no public shop', () => {
    expect(said(configurationFindings(configOf({})))).not.toContain('error')
  })
  test.each([
    ['error: STRIPE_SECRET_KEY is a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['error: STRIPE_WEBHOOK_SECRET is not set', { STRIPE_WEBHOOK_SECRET: '' }],
    ['error: PUBLIC_URL is http://kit.works', { PUBLIC_URL: 'http://kit.works' }],
    ['error: Mail is written to files', { SMTP_URL: '' }],
    ['error: Payments go to the sandbox', { PAYMENTS: 'sandbox', SMTP_URL: '' }],
    ['warning: Nobody is told of a sale', { SELLER_EMAIL: '' }],
    ['warning: TRUST_PROXY is not set', { TRUST_PROXY: '' }],
    ['warning: HOST=0.0.0.0 lets others', { HOST: '0.0.0.0' }],
    ['warning: PUBLIC_URL is http://localhost:3000', { PUBLIC_URL: '' }],
  ])('%s', (expected, change) => {
    expect(said(configurationFindings(configOf({ ...live, ...change })))).toContain(expected)
  })
})

describe('the built site', () => {
  const config = configOf({})
  const offer = { price: '348.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' }
  const offering = (json: string) => `<script type="application/ld+json">${json}</script>`
  const home = (more = '', head = '<link rel="canonical" href="http://localhost:3000/"/>') =>
    `${head}<p>$348 <s>$497</s> Limited to first <!-- -->50<!-- --> customers</p><p data-catalog="34800 49700 50 20000">${offering(JSON.stringify({ offers: offer }))}${more}`
  test.each([
    ['', { 'index.html': home() }],
    ['warning: The site is not built', {}],
    ['error: The built home page does not say "$348"', { 'index.html': home().replace('$348', '$300') }],
    ['does not say "first 50 customers"', { 'index.html': home().replace('50', '40') }],
    ['warning: The built pages name undefined', { 'index.html': home('', '') }],
    [
      'error: The structured data offers the kit with the price 300.00, the catalog says 348.00',
      { 'index.html': home(offering('{"@graph":[{"offers":{"price":"300.00"}}]}')) },
    ],
    ['the priceCurrency EUR, the catalog says USD', { 'index.html': home().replace('USD', 'EUR') }],
    ['the availability https://schema.org/SoldOut', { 'index.html': home().replace('InStock', 'SoldOut') }],
    ['The structured data of the built home page has no', { 'index.html': home().replace('offers', 'a') }],
    ['home page cannot be read', { 'index.html': home(offering('{')) }],
    ['error: / links to /blog/My Post', { 'index.html': home('<a href="/blog/My Post">x</a>') }],
    [
      'error: /blog/a links to no-such-post',
      { 'index.html': home(), 'blog/a/index.html': '<a href="no-such-post">x</a>' },
    ],
    ['error: / links to nothing', { 'index.html': home('<a href="">x</a>') }],
    [
      'error: / links to https://shop.invalid/x',
      { 'index.html': home('<a href="https://shop.invalid/x">x</a>') },
    ],
    ['error: / shows the picture /a.png', { 'index.html': home('<img alt="" src="/a.png"/>') }],
    ['does not say "$348"', { 'index.html': home().replace('$348', '$348.50') }],
    ['built with another catalogue', { 'index.html': home().replace('20000', '30000') }],
    ['error: / links to http://[', { 'index.html': home('<a href="http://[">x</a>') }],
    ['error: / links to /nowhere', { 'index.html': home('<a class="x" href="/nowhere">x</a>') }],
    [
      'error: / links to /terms#law',
      { 'index.html': home('<a href="/terms#law">x</a>'), 'terms/index.html': '<h2 id="laws">' },
    ],
  ])('%s', (expected, files) => {
    const findings = builtSiteFindings(folder(files), config, ready)
    if (expected === '') expect(findings).toEqual([])
    else expect(said(findings)).toContain(expected)
  })
  test('without early-bird seats it says the list price alone', () => {
    const content = { ...ready, catalog: { ...ready.catalog, earlyBirdSeats: 0 } }
    const page = home()
      .replace(/<p>.*<\/p>/, '<p>$497</p>')
      .replace(' 50 ', ' 0 ')
      .replace('348.00', '497.00')
    expect(builtSiteFindings(folder({ 'index.html': page }), config, content)).toEqual([])
  })
  test('links that lead somewhere are fine', () => {
    const links = [
      '/terms',
      '/terms?a=1#law',
      '/terms#100%',
      '#caf%C3%A9',
      '#top',
      '/kit.pdf',
      '/functions/v1/offer',
      // As the build writes them for posts with such names.
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
    expect(builtSiteFindings(folder(files), config, ready)).toEqual([])
  })
})

describe('services', () => {
  test('a shop that was never started, and none is made', async () => {
    const findings = await serviceFindings(configOf({ DATA_DIR: path.join(folder(), 'none') }))
    expect(said(findings)).toBe('warning: The shop has not been started yet.')
  })
  test('a missing kit, a mail server and a provider that are not there', async () => {
    const config = configOf({
      DATA_DIR: folder(),
      KIT_FILE: '/nonexistent/kit.zip',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_API_URL: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'shop@kit.works',
    })
    const text = said(await serviceFindings(config))
    expect(text).toContain('error: The mail server does not take mail')
    expect(text).toContain('error: Stripe does not answer')
    expect(text).toContain('error: KIT_FILE /nonexistent/kit.zip is not there')
  })
})
