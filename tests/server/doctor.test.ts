import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { versionOf } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatMoney } from '../../contract/money.ts'
import { functions } from '../../contract/paths.ts'
import { priceStamp } from '../../contract/prices.ts'
import { structuredOffers } from '../../contract/structured-offer.ts'
import { launchCheck } from '../../operator/doctor/launch-check.ts'
import { reportOf } from '../../operator/doctor/report.ts'
import { parseEnv } from '../../server/config/env.ts'
import { recordBackup } from '../../server/database/last-backup.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { makeCertificate } from '../support/certificate.ts'
import { runCommand } from '../support/command-line.ts'
import { startDns } from '../support/dns.ts'
import { lookupThisMachine, readyContent, readyEnv, textOf } from '../support/doctor.ts'
import { storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'
import { startStripeStandIn } from '../support/stripe-stand-in.ts'

const hour = 3_600_000

/** Without early-bird seats, the page shows only the list price. */
const content = { ...readyContent, catalog: { ...readyContent.catalog, earlyBirdSeats: 0 } }

/** The parts of a built home page that doctor reads. */
const homeOf = (url: string) =>
  `<link rel="canonical" href="${url}/"><p data-catalog="${priceStamp(content.catalog)}">${formatMoney(content.catalog.listPriceCents, content.catalog.currency, content.site.language)}
   <script type="application/ld+json">${JSON.stringify({ offers: structuredOffers(content.catalog) })}</script>`

/** Starts a shop that is ready to sell. Its web, DNS and mail servers and Stripe's stand-in listen on this machine. */
async function startReadyShop() {
  const folder = temporaryDirectory()
  const at = (file: string) => path.join(folder.path, file)
  const certificate = makeCertificate(folder.path, 'shop.kit.works', 60)
  const page = { html: '' }
  const web = createServer(certificate, (_, response) => response.end(page.html)).listen(0, '127.0.0.1')
  await once(web, 'listening')
  const publicUrl = `https://shop.kit.works:${(web.address() as AddressInfo).port}`
  page.html = homeOf(publicUrl)
  mkdirSync(at('build/client'), { recursive: true })
  writeFileSync(at('build/client/index.html'), page.html)
  writeFileSync(at('kit.zip'), zipSync({ 'kit/VERSION': strToU8(versionOf(readKitFolder())) }))
  const records: Record<string, string[]> = {
    'kit.works': ['v=spf1 mx -all'],
    's1._domainkey.kit.works': ['v=DKIM1; p=AAAA'],
    '_dmarc.kit.works': ['v=DMARC1; p=none'],
  }
  const [dns, smtp, stripe] = await Promise.all([
    startDns(records),
    startSmtp(),
    startStripeStandIn({ live: true }),
  ])
  stripe.webhookEndpoints.push({
    id: 'we_1',
    url: `${publicUrl}${functions.paymentWebhook}`,
    status: 'enabled',
    enabled_events: ['*'],
    api_version: Stripe.API_VERSION,
  })
  const database = openDatabase({ dataDir: at('data'), databaseUrl: null })
  await migrate(database)
  await recordBackup(database, Date.now() - hour)
  const env: Record<string, string> = {
    ...readyEnv,
    PUBLIC_URL: publicUrl,
    DATA_DIR: at('data'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    KIT_FILE: at('kit.zip'),
    SMTP_URL: smtp.url,
  }
  return {
    at,
    env,
    records,
    database,
    stripe,
    page,
    async report(all = false) {
      const replaced = {
        content,
        root: folder.path,
        route: { lookup: lookupThisMachine, ca: certificate.cert },
        dnsServers: [dns.address],
        stripeApiUrl: stripe.url,
      }
      return reportOf(await launchCheck(parseEnv(env), { replaced }), all)
    },
    async stop() {
      web.closeAllConnections()
      await Promise.all([
        new Promise((closed) => web.close(closed)),
        dns.stop(),
        smtp.stop(),
        stripe.stop(),
        database.destroy(),
      ])
      folder.remove()
    },
  }
}

describe('a shop that is ready', () => {
  let shop: Awaited<ReturnType<typeof startReadyShop>>
  beforeEach(async () => {
    shop = await startReadyShop()
  })
  afterEach(() => shop.stop())

  test('gets the verdict "Ready to sell.", and a full report also lists the checks that passed', async () => {
    expect(await shop.report()).toEqual({ ready: true, verdict: 'Ready to sell.', findings: [] })
    const { findings } = await shop.report(true)
    expect(findings.map(({ severity }) => severity)).toEqual(findings.map(() => 'ok'))
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'The mail server takes mail.',
        expect.stringMatching(
          /^Visitors reach https:\/\/shop\.kit\.works:\d+, and its certificate is trusted/,
        ),
        'The DNS of shop@kit.works has SPF, DKIM and DMARC.',
        'The pages show the current content.',
      ]),
    )
  })

  test.each<[string, (ready: typeof shop) => unknown]>([
    ['error: LINK_SECRET: it must be a key', ({ env }) => (env.LINK_SECRET = 'a'.repeat(32))],
    ['error: STRIPE_API_URL sends the live key', ({ env, stripe }) => (env.STRIPE_API_URL = stripe.url)],
    ['error: No webhook endpoint sends events to', ({ stripe }) => stripe.webhookEndpoints.pop()],
    ['warning: https://shop.kit.works:', ({ page }) => (page.html = 'an older build')],
    ['error: kit.works has no SPF record', ({ records }) => delete records['kit.works']],
    ['warning: No DKIM key', ({ records }) => delete records['s1._domainkey.kit.works']],
    [
      'error: The archive says that it is version 0.0.1',
      ({ at }) => writeFileSync(at('kit.zip'), zipSync({ 'kit/VERSION': strToU8('0.0.1') })),
    ],
    ['error: The site is not built', ({ at }) => rmSync(at('build'), { recursive: true })],
    [
      'warning: The last backup is 30 hours',
      ({ database }) => recordBackup(database, Date.now() - 30 * hour),
    ],
    [
      'warning: The sandbox has used this database',
      ({ database }) => storeOrder(database, { status: 'expired', paid_at: null }),
    ],
    ['warning: No backup was made', ({ database }) => database.deleteFrom('progress').execute()],
  ])('gets one more finding after one mistake: %s', async (expected, makeMistake) => {
    await makeMistake(shop)
    const { findings, verdict } = await shop.report()
    expect(textOf(findings)).toContain(expected)
    expect(verdict).toMatch(expected.startsWith('error') ? /^Not ready: / : 'Ready, with 1 warning.')
  })

  test('has a backup after the command `backup create`', async () => {
    await shop.database.deleteFrom('progress').execute()
    expect(await runCommand(['backup', 'create', '--to', shop.at('backups')], shop.env)).toMatchObject({
      code: 0,
    })
    expect(await shop.report()).toMatchObject({ verdict: 'Ready to sell.' })
  })

  test('gets remedies with the commands of an installed server', async () => {
    await storeOrder(shop.database)
    await shop.database
      .insertInto('events')
      .values({
        id: 'evt_1',
        provider: 'stripe',
        type: 'x',
        outcome: 'unmatched',
        payload: '{}',
        created_at: 0,
      })
      .execute()
    rmSync(shop.at('build'), { recursive: true })
    const remedies = (await shop.report()).findings.map(({ remedy }) => remedy).join('\n')
    expect(remedies).toContain('shop events list --outcome unmatched')
    expect(remedies).toContain('systemctl restart shop')
    expect(remedies).not.toMatch(/npm (start|run shop)/)
  })
})

test('for a new clone, doctor lists what is missing and ends with the verdict', async () => {
  const folder = temporaryDirectory()
  const doctor = (...flags: string[]) =>
    runCommand(['doctor', ...flags], { DATA_DIR: path.join(folder.path, 'data') })
  const { code, out } = await doctor()
  expect(code).toBe(1)
  expect(out).toContain('PUBLIC_URL is http://localhost:3000')
  // What the kit costs to run is no price of the shop.
  expect(out).not.toContain('the catalog has no amount')
  expect(out).toMatch(/\nNot ready: \d+ errors?, \d+ warnings?\.\n$/)
  const asJson = await doctor('--json', '--all')
  expect(asJson.code).toBe(1)
  const { ready, verdict, findings } = JSON.parse(asJson.out)
  expect({ ready, verdict }).toEqual({ ready: false, verdict: expect.stringMatching(/^Not ready: /) })
  // No mail server is configured, so doctor must not report one as fine.
  expect(JSON.stringify(findings)).not.toContain('The mail server takes mail')
  folder.remove()
})
