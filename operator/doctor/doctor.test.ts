import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import { testimonials } from '../../content/home/testimonials.ts'
import { type Config, parseEnv } from '../../server/config/env.ts'
import { builtSiteFindings } from './built-site.ts'
import { configurationFindings } from './configuration.ts'
import { type Content, contentFindings } from './content.ts'
import { error, type Finding, warning } from './finding.ts'
import { kitVersionFindings } from './kit-version.ts'
import { describeReport, reportOf } from './report.ts'
import { isShippedSample } from './sample-quotes.ts'
import { serviceFindings } from './services.ts'
import { transportFindings } from './transport.ts'

const ready: Content = {
  site: {
    seller: { legalName: 'Kit Works GmbH', governingLaw: 'Germany', postalAddress: null, taxId: null },
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
  testimonials: [{ quote: 'It works.' }],
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
    const reconciled = `${ready.terms}. If we promise you more than this in writing, that promise applies.`
    const promises = ['30-day money-back guarantee']
    expect(contentFindings({ ...ready, promises, terms: reconciled })).toEqual([])
  })
  test.each<[string, Partial<Content>]>([
    [
      'error: The seller\'s legal name is "Example Seller LLC"',
      { site: { ...ready.site, seller: { ...ready.site.seller, legalName: 'Example Seller LLC' } } },
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
    [
      'error: 1 of 2 testimonials are samples',
      { testimonials: [{ quote: 'Made up.', sample: true }, { quote: 'It works.' }] },
    ],
    [
      'error: 1 of 1 testimonials are samples',
      {
        testimonials: [
          {
            quote:
              'A new team used to cost us two weeks of tickets; now it is a pull request, a plan, and a coffee.',
          },
        ],
      },
    ],
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

test('every testimonial that ships as a sample is known without its mark', () => {
  const samples = testimonials.people.filter(({ sample }) => sample)
  expect(samples.filter(({ quote }) => !isShippedSample(quote))).toEqual([])
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
    const rehearsed = { ...other, STRIPE_SECRET_KEY: 'sk_test_1' }
    expect(said(configurationFindings(configOf(rehearsed)))).toContain('error: STRIPE_API_URL sends payments')
    const tried = { ...rehearsed, PUBLIC_URL: 'http://localhost:3000' }
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
    ['error: PUBLIC_URL is https://kit.example.com', { PUBLIC_URL: 'https://kit.example.com' }],
    ['error: MAIL_FROM is shop@mail.example.org', { MAIL_FROM: 'shop@mail.example.org' }],
    ['error: SELLER_EMAIL is me@kit.test', { SELLER_EMAIL: 'me@kit.test' }],
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
  const site = (files: Record<string, string>) =>
    folder(Object.fromEntries(Object.entries(files).map(([file, text]) => [`build/client/${file}`, text])))
  const offer = { price: '348.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' }
  const offering = (json: string) => `<script type="application/ld+json">${json}</script>`
  const home = (more = '', head = '<link rel="canonical" href="http://localhost:3000/"/>') =>
    `${head}<p>$348 <s>$497</s> Limited to first <!-- -->50<!-- --> customers</p><p data-catalog="34800 49700 50 20000">${offering(JSON.stringify({ offers: offer }))}${more}`
  test.each([
    ['', { 'index.html': home() }],
    ['warning: The site is not built', {}],
    ['error: / says "TODO: the price", which', { 'index.html': home('<p>TODO: the price</p>') }],
    [
      'error: /blog/a says "Lorem ipsum dolor',
      { 'index.html': home(), 'blog/a/index.html': 'Lorem ipsum dolor' },
    ],
    [
      'warning: / says "All of it for $399 today", and the catalog has no amount of $399',
      { 'index.html': home('<p>All of it for <b>$399</b> today</p>') },
    ],
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
    ['built with another catalog', { 'index.html': home().replace('20000', '30000') }],
    ['error: / links to http://[', { 'index.html': home('<a href="http://[">x</a>') }],
    ['error: / links to /nowhere', { 'index.html': home('<a class="x" href="/nowhere">x</a>') }],
    [
      'error: / links to /terms#law',
      { 'index.html': home('<a href="/terms#law">x</a>'), 'terms/index.html': '<h2 id="laws">' },
    ],
  ])('%s', (expected, files) => {
    const findings = builtSiteFindings(site(files), config, ready)
    if (expected === '') expect(findings).toEqual([])
    else expect(said(findings)).toContain(expected)
  })
  test('amounts of the catalog, amounts in posts, and notes in code are fine', () => {
    const files = {
      'index.html': home('<p>You pay $348, and save $149. The hour is worth $200.</p><code># TODO $1</code>'),
      'blog/a/index.html': 'NAT gateways cost $32.40 a month',
    }
    expect(builtSiteFindings(site(files), config, ready)).toEqual([])
  })
  test('content that changed after the build is named', () => {
    const root = site({ 'index.html': home() })
    const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
    mkdirSync(path.join(root, 'content'))
    write('content/site.ts', 'old')
    const sha256 = createHash('sha256').update('old').digest('hex')
    write('build/sources.json', JSON.stringify({ settings: {}, files: { 'content/site.ts': sha256 } }))
    expect(builtSiteFindings(root, config, ready)).toEqual([])
    write('content/site.ts', 'new')
    expect(said(builtSiteFindings(root, config, ready))).toBe(
      'error: Visitors see older pages: content/site.ts changed after the site was built.',
    )
  })
  test('a site that is not built is an error at a public address', () => {
    const live = configOf({ PUBLIC_URL: 'https://kit.works', PAYMENTS: 'sandbox' })
    expect(said(builtSiteFindings(folder(), live, ready))).toBe('error: The site is not built.')
  })
  test('without early-bird seats it says the list price alone', () => {
    const content = { ...ready, catalog: { ...ready.catalog, earlyBirdSeats: 0 } }
    const page = home()
      .replace(/<p>.*<\/p>/, '<p>$497</p>')
      .replace(' 50 ', ' 0 ')
      .replace('348.00', '497.00')
    expect(builtSiteFindings(site({ 'index.html': page }), config, content)).toEqual([])
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
    expect(builtSiteFindings(site(files), config, ready)).toEqual([])
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

describe('the kit file', () => {
  const zip = (version: string) =>
    zipSync({ [`kit-${version}/VERSION`]: strToU8(`${version}\n`), [`kit-${version}/a.tf`]: strToU8('') })
  test.each([
    ['', 'kit.zip', '2.4.0'],
    ['', 'aws-kit-2.4.0.zip', '2.4.0'],
    [
      'error: The kit file is named aws-kit-2.5.0.zip, and kit/VERSION is 2.4.0',
      'aws-kit-2.5.0.zip',
      '2.4.0',
    ],
    ['error: The archive says that it is version 2.5.0, and kit/VERSION is 2.4.0', 'kit.zip', '2.5.0'],
  ])('%s of %s with %s inside', async (expected, name, version) => {
    const file = path.join(folder(), name)
    writeFileSync(file, zip(version))
    expect(said(await kitVersionFindings(file, '2.4.0'))).toContain(expected)
    expect(await kitVersionFindings(file, '2.4.0')).toHaveLength(expected ? 1 : 0)
  })
  test('another kind of archive, or a damaged one, is known by its name', async () => {
    for (const name of ['kit-2.5.0.tar.gz', 'kit-2.5.0.zip']) {
      const file = path.join(folder(), name)
      writeFileSync(file, 'no archive')
      expect(said(await kitVersionFindings(file, '2.4.0'))).toBe(
        `error: The kit file is named ${name}, and kit/VERSION is 2.4.0.`,
      )
    }
  })
})

describe('the report', () => {
  const fine: Finding = { severity: 'ok', what: 'All is well.', remedy: '' }
  test.each<[string, Finding[]]>([
    ['Ready to sell.', [fine]],
    ['Ready, with 1 warning.', [warning('Odd.', 'Look.'), fine]],
    ['Not ready: 2 errors.', [error('Bad.', 'Mend.'), error('Worse.', 'Mend.')]],
    ['Not ready: 1 error, 2 warnings.', [warning('Odd.', ''), error('Bad.', ''), warning('Odder.', '')]],
  ])('ends in the verdict: %s', (verdict, findings) => {
    expect(describeReport(reportOf(findings, false)).split('\n').at(-1)).toBe(verdict)
    expect(reportOf(findings, false).ready).toBe(!verdict.startsWith('Not'))
  })
  test('has errors first, and what is fine only if it is asked for', () => {
    const findings = [fine, warning('Odd.', 'Look.'), error('Bad.', 'Mend.')]
    expect(describeReport(reportOf(findings, true))).toBe(
      'error    Bad.\n         Mend.\nwarning  Odd.\n         Look.\nok       All is well.\n\nNot ready: 1 error, 1 warning.',
    )
    expect(describeReport(reportOf(findings, false))).not.toContain('All is well')
  })
})
