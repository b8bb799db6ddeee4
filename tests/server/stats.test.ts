import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { loadSite } from '../../server/http/site-files.ts'
import { type DailyFigures, dailyFigures } from '../../server/stats/daily-figures.ts'
import { otherCurrencies } from '../../server/stats/money.ts'
import { createViewCounter } from '../../server/stats/page-views.ts'
import { mostSources } from '../../server/stats/view-sources.ts'
import { viewsBySource } from '../../server/stats/views-by-source.ts'
import { runCommand } from '../support/command-line.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { storeMonth } from '../support/scripted-month.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop } from '../support/shop.ts'
import { shownPrice } from '../support/shown-price.ts'

const day = 86_400_000
const first = Date.UTC(2026, 9, 1)
const sandbox = { name: 'sandbox', livemode: false } as const

const sum = (month: DailyFigures[], figure: (figures: DailyFigures) => number) =>
  month.reduce((total, figures) => total + figure(figures), 0)

onBothDatabases('the figures of a scripted month', (newDatabase) => {
  test('match the script on every day, without orders of other modes or times', async () => {
    const { database } = await openShop(await newDatabase())
    const month = await storeMonth(database, sandbox, first)
    // The seller granted the second one, and the third one was paid in another currency.
    const stripe = { provider: 'stripe', livemode: 1, created_at: first, paid_at: first } as const
    await storeOrder(database, stripe)
    await storeOrder(database, { ...stripe, granted_at: first })
    await storeOrder(database, { ...stripe, charged_cents: 32000, charged_currency: 'xxx' })
    await storeOrder(database, { created_at: first - 1, paid_at: first - 1 })
    const figures = await dailyFigures(database, sandbox, { from: first, to: first + 30 * day })
    expect(figures).toEqual(month)
    const live = { name: 'stripe', livemode: true } as const
    const [other] = await dailyFigures(database, live, { from: first, to: first + day })
    expect(other).toMatchObject({
      paid: 2,
      revenue: 34800,
      checkouts: 2,
      downloads: 0,
      views: month[0]?.views,
    })
    const span = { from: first, to: first + day }
    expect(await otherCurrencies(database, live, span, catalog.currency)).toEqual(['xxx'])
    await database.destroy()
  })

  test('page views of two servers add up, and stay in memory while the database cannot be written', async () => {
    const shop = await openShop(await newDatabase())
    const person = { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
    const [one, other] = [createViewCounter(shop), createViewCounter(shop)]
    const stored = () =>
      shop.database.selectFrom('page_views').select(['day', 'page', 'views']).orderBy('page').execute()
    one.count('/', person)
    one.count('/', person)
    other.count('/', person)
    other.count('/blog', person)
    expect(await stored()).toEqual([])
    await Promise.all([one.write(), other.write()])
    await one.write()
    const today = Date.UTC(2026, 10, 20)
    expect(await stored()).toEqual([
      { day: today, page: '/', views: 3 },
      { day: today, page: '/blog', views: 1 },
    ])
    one.count('/', person)
    await shop.database.schema.alterTable('page_views').renameTo('away').execute()
    await expect(one.write()).rejects.toThrow()
    one.count('/', person)
    await shop.database.schema.alterTable('away').renameTo('page_views').execute()
    await one.write()
    expect(await stored()).toContainEqual({ day: today, page: '/', views: 5 })
    await shop.database.destroy()
  })
})

const visitor = { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }

onBothDatabases('the sources of page views', (newDatabase) => {
  const today = Date.UTC(2026, 10, 20)
  const stored = ({ database }: Awaited<ReturnType<typeof openShop>>) =>
    viewsBySource(database, { from: today, to: today + day })

  test('are websites and campaigns, in one spelling, and two servers add up', async () => {
    const shop = await openShop(await newDatabase())
    Object.assign(shop.config, { publicUrl: 'https://shop.works', siteUrl: 'https://www.site.works' })
    const [one, other] = [createViewCounter(shop), createViewCounter(shop)]
    const view = (referer: string, query = '', page = '/') => one.count(page, { ...visitor, referer }, query)
    view('https://News.Ycombinator.com/item?id=1')
    view('https://www.news.ycombinator.com/')
    other.count('/blog', { ...visitor, referer: 'https://news.ycombinator.com/' })
    view('https://lobste.rs/', '?utm_source=Spring%20%20Mail!&utm_medium=x')
    view('', '?utm_source=spring-mail')
    // No source: our own pages, a payment page, other protocols, other names, and an address of a person.
    view('https://shop.works/blog')
    view('https://site.works/')
    view('https://checkout.stripe.com/', '', '/payment-success')
    for (const referer of ['', 'nonsense', 'android-app://com.mail', 'http://intranet/', 'http://[::1]/'])
      view(referer, '?utm_source=ada@example.com')
    for (const query of ['?utm_source=', '?utm_source=%00%E2%80%AE', '?utm_source=%ED%A0%80'])
      one.count('/', visitor, query)
    one.count('/', { ...visitor, 'sec-fetch-dest': 'iframe', referer: 'https://framed.example/' })
    await Promise.all([one.write(), other.write()])
    expect(await stored(shop)).toEqual([
      { source: 'news.ycombinator.com', views: 3 },
      { source: 'utm_source=spring-mail', views: 2 },
      { source: 'lobste.rs', views: 1 },
    ])
    const rows = await shop.database.selectFrom('view_sources').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/ada|item/)
    await shop.database.destroy()
  })

  test('are bounded: a day takes no more than the most sources, whatever anybody sends', async () => {
    const shop = await openShop(await newDatabase())
    const first = createViewCounter(shop)
    for (let n = 0; n < mostSources - 1; n++)
      first.count('/', { ...visitor, referer: `https://a${n}.example/` }, '', `192.0.2.${n}`)
    await first.write()
    // Another process does not know what the first one has stored.
    const second = createViewCounter(shop)
    for (let n = 0; n < 3 * mostSources; n++)
      second.count('/', { ...visitor, referer: `https://b${n}.example/` }, '', `192.0.2.${n % 256}`)
    second.count('/', { ...visitor, referer: 'https://a1.example/' })
    await second.write()
    const sources = await stored(shop)
    expect(sources.length).toBeLessThanOrEqual(mostSources + 1)
    expect(sources[0]?.source).toBe('other')
    expect(sources.reduce((sum, { views }) => sum + views, 0)).toBe(4 * mostSources)
    await shop.database.destroy()
  })
})

test('one client adds ten sources to a day, and leaves room for those of others', async () => {
  const folder = temporaryDirectory()
  const shop = await openShop({ dataDir: folder.path, databaseUrl: null })
  Object.assign(shop.config, { trustProxy: 1 })
  const counter = createViewCounter(shop)
  const view = (client: string, source: string) =>
    counter.count('/', { ...visitor, 'x-forwarded-for': client }, `?utm_source=${source}`, '127.0.0.1')
  for (let n = 0; n < 300; n++) view('203.0.113.1', `call-${n}`)
  view('203.0.113.2', 'newsletter')
  // It is known by now, so it counts from everywhere.
  view('203.0.113.1', 'newsletter')
  // The next day begins anew.
  shop.clock.now += day
  view('203.0.113.1', 'tomorrow')
  await counter.write()
  const today = Date.UTC(2026, 10, 20)
  const of = (from: number) => viewsBySource(shop.database, { from, to: from + day })
  const named = await of(today)
  expect(named).toContainEqual({ source: 'other', views: 290 })
  expect(named).toContainEqual({ source: 'utm_source=newsletter', views: 2 })
  expect(named).toHaveLength(12)
  expect(await of(today + day)).toEqual([{ source: 'utm_source=tomorrow', views: 1 }])
  await shop.database.destroy()
  folder.remove()
})

describe('shop stats', () => {
  const folder = temporaryDirectory()
  const database = openDatabase({ dataDir: folder.path, databaseUrl: null })
  let month: DailyFigures[]
  beforeAll(async () => {
    await migrate(database)
    month = await storeMonth(database, sandbox, first)
  })
  afterAll(async () => {
    await database.destroy()
    folder.remove()
  })

  const stats = (...args: string[]) => runCommand(['stats', ...args], { DATA_DIR: folder.path })
  const october = ['--since', '2026-10-01', '--until', '2026-10-30']

  test('shows a table with a total, the revenue as bars, and the conversion from page views to downloads', async () => {
    const { code, out } = await stats(...october)
    expect(code).toBe(0)
    const revenue = sum(month, (one) => one.revenue)
    const refunded = sum(month, (one) => one.refunded)
    expect(out).toMatch(/^2026-10-01 to 2026-10-30, UTC\. No real money/)
    expect(out).toMatch(/^DAY +VIEWS +BEGUN +PAID +EARLY +REVENUE +REFUNDED +DISPUTED +DOWNLOADS$/m)
    expect(out).toContain(shownPrice(revenue))
    expect(out).toContain(shownPrice(refunded))
    expect(out).toMatch(/^2026-10-05 .+ █+/m)
    expect(out).toMatch(/^checkouts begun +90 +0\.5%/m)
    expect(out).toMatch(/^paid +60 +66\.7% +/m)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('adds up months, and weeks that begin on Monday', async () => {
    const weeks = JSON.parse((await stats('--by', 'week', ...october, '--json')).out)
    expect(weeks.periods.map(({ from }: { from: string }) => from)).toEqual([
      '2026-09-28',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
      '2026-10-26',
    ])
    expect(weeks.periods[0].checkouts).toBe(sum(month.slice(0, 4), (one) => one.checkouts))
    const { periods, total, since, until } = JSON.parse(
      (await stats('--by', 'month', ...october, '--json')).out,
    )
    expect({ since, until }).toEqual({ since: '2026-10-01', until: '2026-10-30' })
    expect(periods).toEqual([{ from: '2026-10', ...total }])
    expect(total).toEqual({
      views: sum(month, (one) => one.views),
      checkouts: 90,
      paid: 60,
      earlyBird: 20,
      revenueCents: sum(month, (one) => one.revenue),
      refunds: 2,
      refundedCents: sum(month, (one) => one.refunded),
      disputedCents: sum(month, (one) => one.disputed),
      netCents: sum(month, (one) => one.revenue - one.refunded - one.disputed),
      downloads: sum(month, (one) => one.downloads),
    })
  })

  test('writes comma-separated values', async () => {
    const lines = (await stats(...october, '--csv')).out.trim().split(/\r?\n/)
    expect(lines).toHaveLength(31)
    expect(lines[0]).toBe(
      'day,views,checkouts,paid,earlyBird,revenueCents,refunds,refundedCents,disputedCents,netCents,downloads',
    )
    const second = month[1]
    expect(lines[2]).toBe(`2026-10-02,80,2,1,1,${second?.revenue},0,0,0,${second?.revenue},0`)
  })

  test('--sources lists where the views came from, as a table, CSV and JSON', async () => {
    await database
      .insertInto('view_sources')
      .values([
        { id: 'a', day: first, source: 'news.ycombinator.com', views: 1200 },
        { id: 'b', day: first + day, source: 'news.ycombinator.com', views: 34 },
        { id: 'c', day: first, source: 'utm_source=mail', views: 5 },
        { id: 'd', day: first - day, source: 'utm_source=mail', views: 7 },
      ])
      .execute()
    const { out } = await stats(...october, '--sources')
    const views = sum(month, (one) => one.views)
    expect(out).toContain(`2026-10-01 to 2026-10-30, UTC: ${views.toLocaleString('en-US')} page views`)
    expect(out).toMatch(/^VIEWS +SOURCE$\n^1,234 +news\.ycombinator\.com$\n^ +5 +utm_source=mail$/m)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    const asCsv = (await stats(...october, '--sources', '--csv')).out
    expect(asCsv.trim().split(/\r?\n/)).toEqual([
      'source,views',
      'news.ycombinator.com,1234',
      'utm_source=mail,5',
    ])
    expect(JSON.parse((await stats(...october, '--sources', '--json')).out)).toEqual({
      since: '2026-10-01',
      until: '2026-10-30',
      views,
      sources: [
        { source: 'news.ycombinator.com', views: 1234 },
        { source: 'utm_source=mail', views: 5 },
      ],
    })
  })

  test.each([
    [['--since', '2026-13-45'], '--since is "2026-13-45", which is not a day'],
    [['--since', '2026-11-02', '--until', '2026-11-01'], 'There is no day from 2026-11-02 to 2026-11-01'],
    [['--by', 'year'], 'Allowed choices are day, week, month'],
  ])('%j is a usage error', async (args, expected) => {
    const { code, error } = await stats(...args)
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining(expected) })
  })
})

test('a page view counts only if a person opens a page that exists', async () => {
  const folder = temporaryDirectory()
  for (const [file, text] of [
    ['index.html', 'home'],
    ['blog/index.html', 'posts'],
    ['404.html', 'no page'],
    ['feed.json', '{}'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true })
    writeFileSync(path.join(folder.path, file), text)
  }
  const shop = await openShop({ dataDir: folder.path, databaseUrl: null })
  const counter = createViewCounter(shop)
  const config = { publicUrl: 'https://shop.example', payments: 'sandbox' } as const
  const server = createServer(loadSite(folder.path, config, counter.count).handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const browser = { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0' }
  /** Sends exactly these headers. Node's `fetch` would set some of them itself. */
  const send = async (target: string, headers: Record<string, string>, method = 'GET') => {
    const sent = request({ port, path: target, headers, method, host: '127.0.0.1' }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
  }
  await send('/', browser)
  await send('/?utm_source=mail', { ...browser, referer: 'https://news.works/' })
  await send('/blog', browser)
  for (const target of ['/nothing', '/404', '/feed.json']) await send(target, browser)
  await send('/', browser, 'HEAD')
  await send('/', { ...browser, 'sec-purpose': 'prefetch;prerender' })
  await send('/', { ...browser, 'sec-fetch-dest': 'iframe' })
  await send('/', { ...browser, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await send('/', { ...browser, 'user-agent': 'Mozilla/5.0 HeadlessChrome/150.0' })
  await send('/', { 'user-agent': 'curl/8.0' })
  await send('/', { 'sec-fetch-dest': 'document' })
  await counter.write()
  const rows = await shop.database
    .selectFrom('page_views')
    .select(['page', 'views'])
    .orderBy('page')
    .execute()
  expect(rows).toEqual([
    { page: '/', views: 2 },
    { page: '/blog', views: 1 },
  ])
  const sources = await shop.database.selectFrom('view_sources').select(['source', 'views']).execute()
  expect(sources.map(({ source }) => source).sort()).toEqual(['news.works', 'utm_source=mail'])
  server.close()
  await shop.database.destroy()
  folder.remove()
})
