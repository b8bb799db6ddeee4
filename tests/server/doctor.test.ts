import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { versionOf } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { launchCheck } from '../../operator/doctor/doctor.ts'
import { serviceFindings } from '../../operator/doctor/services.ts'
import { parseEnv } from '../../server/config/env.ts'
import { recordBackup } from '../../server/database/backup.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { runCommand } from '../support/command-line.ts'
import { configOf, readyContent, readyEnv, textOf } from '../support/doctor.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'
import { startStripe } from '../support/stripe.ts'

const hour = 3_600_000
const folder = temporaryDirectory()
const at = (file: string) => path.join(folder.path, file)
afterAll(folder.remove)

/** Writes an archive as the seller may have it, with a folder at its top. */
const writeKit = (version: string) =>
  writeFileSync(at('kit.zip'), zipSync({ [`kit-${version}/VERSION`]: strToU8(`${version}\n`) }))

/** Starts what a shop needs to be ready to sell. Its mail server and Stripe's stand-in are on this machine. */
async function prepareReadyShop() {
  const [smtp, stripe] = await Promise.all([startSmtp(), startStripe({ live: true })])
  stripe.endpoints.push({
    id: 'we_1',
    url: `${readyEnv.PUBLIC_URL}${functions.paymentWebhook}`,
    status: 'enabled',
    enabled_events: ['*'],
    api_version: Stripe.API_VERSION,
  })
  writeKit(versionOf(readKitFolder()))
  const dataDir = at(crypto.randomUUID())
  const database = openDatabase({ dataDir, databaseUrl: null })
  await migrate(database)
  await recordBackup(database, Date.now() - hour)
  const env: Record<string, string> = {
    ...readyEnv,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: stripe.access.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.access.webhookSecret,
    KIT_FILE: at('kit.zip'),
    SMTP_URL: smtp.url,
  }
  return {
    env,
    database,
    smtp,
    stripe,
    report: () => launchCheck(parseEnv(env), { content: readyContent, stripeApiUrl: stripe.url }),
    stop: () => Promise.all([smtp.stop(), stripe.stop(), database.destroy()]),
  }
}

describe('a shop that is ready', () => {
  let shop: Awaited<ReturnType<typeof prepareReadyShop>>
  beforeEach(async () => {
    shop = await prepareReadyShop()
  })
  afterEach(() => shop.stop())

  test('gets the verdict "Ready to sell."', async () => {
    expect(await shop.report()).toEqual({ ready: true, verdict: 'Ready to sell.', findings: [] })
  })

  test.each<[string, (ready: typeof shop) => unknown]>([
    ['error: LINK_SECRET: it must be a key', ({ env }) => (env.LINK_SECRET = 'a'.repeat(32))],
    ['error: STRIPE_API_URL sends the live key', ({ env, stripe }) => (env.STRIPE_API_URL = stripe.url)],
    ['error: STRIPE_WEBHOOK_SECRET is not set', ({ env }) => delete env.STRIPE_WEBHOOK_SECRET],
    ['error: No webhook endpoint sends events to', ({ stripe }) => stripe.endpoints.pop()],
    [
      'warning: The webhook endpoint could not be checked',
      ({ stripe }) => stripe.failNext('GET /v1/webhook_endpoints', 'forbidden'),
    ],
    ['error: The mail server does not take mail', ({ env }) => (env.SMTP_URL = 'smtp://127.0.0.1:1')],
    ['error: KIT_FILE /nonexistent/kit.zip does not', ({ env }) => (env.KIT_FILE = '/nonexistent/kit.zip')],
    ['error: The archive says that it is version 0.0.1', () => writeKit('0.0.1')],
    [
      'warning: The last backup is 30 hours',
      ({ database }) => recordBackup(database, Date.now() - 30 * hour),
    ],
    ['warning: No backup was made', ({ database }) => database.deleteFrom('progress').execute()],
    [
      "error: The database's schema is behind",
      ({ database }) => database.deleteFrom('kysely_migration' as never).execute(),
    ],
  ])('gets one more finding after one mistake: %s', async (expected, makeMistake) => {
    await makeMistake(shop)
    const { findings, verdict, ready } = await shop.report()
    expect(textOf(findings)).toContain(expected)
    expect(ready).toBe(!expected.startsWith('error'))
    expect(verdict).toBe(ready ? 'Ready, with 1 warning.' : 'Not ready: 1 error.')
  })

  test('has a backup after the command `backup create`', async () => {
    await shop.database.deleteFrom('progress').execute()
    expect(await runCommand(['backup', 'create', '--to', at('backups')], shop.env)).toMatchObject({ code: 0 })
    expect(await shop.report()).toMatchObject({ verdict: 'Ready to sell.' })
  })
})

test('a provider that does not answer is an error', async () => {
  const env = { DATA_DIR: at('none'), STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: 'http://127.0.0.1:1' }
  const text = textOf(await serviceFindings(configOf(env)))
  expect(text).toContain('error: The call to Stripe failed')
  expect(text).toContain('warning: There is no shop in')
})

test('for a new clone, doctor lists what is missing, ends with the verdict, and creates nothing', async () => {
  const doctor = (...flags: string[]) => runCommand(['doctor', ...flags], { DATA_DIR: at('data') })
  const { code, out } = await doctor()
  expect(code).toBe(1)
  expect(out).toContain('PUBLIC_URL is http://localhost:3000')
  expect(out).toContain('error    The seller')
  expect(out).toMatch(/\nNot ready: \d+ errors?, \d+ warnings?\.\n$/)
  expect(out.lastIndexOf('\nerror ')).toBeLessThan(out.indexOf('\nwarning '))
  const asJson = await doctor('--json')
  expect(asJson.code).toBe(1)
  const { ready, verdict, findings } = JSON.parse(asJson.out)
  expect({ ready, verdict }).toEqual({ ready: false, verdict: expect.stringMatching(/^Not ready: /) })
  expect(findings[0]).toEqual({ severity: 'error', what: expect.any(String), remedy: expect.any(String) })
  expect(existsSync(at('data'))).toBe(false)
})
