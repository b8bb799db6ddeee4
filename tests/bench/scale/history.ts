// Compares shops with histories of different lengths: `node history.ts '[{"dataDir":…,"databaseUrl":…},…]'`. Measures what the
// server does for visitors, for the provider and in the background. The shops take turns, so a slow minute affects all of
// them. Prints a list with the times of each shop as JSON, in ms.
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../../contract/paths.ts'
import { createApp } from '../../../server/app.ts'
import { signLink } from '../../../server/downloads/link.ts'
import { queueLinks } from '../../../server/downloads/queue-links.ts'
import { createReadinessCheck, startReadinessCheck } from '../../../server/health/readiness.ts'
import { silentLog } from '../../../server/log/log.ts'
import { startSweep, sweepOnce } from '../../../server/orders/sweep.ts'
import { claimMail, dueMails } from '../../../server/outbox/claim.ts'
import { signBody } from '../../../server/payments/stripe/signature.ts'
import { startRetention } from '../../../server/personal-data/retention.ts'
import { buildDependencies } from '../../../server/start/build-dependencies.ts'
import type { DatabaseConfig } from '../../support/databases.ts'
import { testConfig } from '../../support/shop.ts'

const databaseConfigs: DatabaseConfig[] = JSON.parse(process.argv[2] ?? '')
const rounds = 60
const starts = 5
const idleSeconds = 5
const rateSeconds = 3
const secret = 'a secret of the benchmark with forty-five letters'
const webhookSecret = createHmac('sha256', secret).update('sandbox webhooks').digest('hex')
const longestTurn = monitorEventLoopDelay({ resolution: 1 })

/** Runs `work` for a few seconds, eight times at once. @returns how often it succeeded per second */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  let done = 0
  const lane = async () => {
    while (seconds() < rateSeconds)
      await work().then(
        () => done++,
        () => {},
      )
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return done / seconds()
}

let buyers = 0

/** Opens one shop and collects its measured times. */
async function openShop(databaseConfig: DatabaseConfig) {
  const times: Record<string, number[]> = { start: [] }
  async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    const result = await work()
    times[name] ??= []
    times[name].push(performance.now() - begun)
    return result
  }
  const config = testConfig({ ...databaseConfig, linkSecret: secret, trustProxy: 1 })
  const build = () => measure('start', () => buildDependencies(config, silentLog))
  for (let count = 1; count < starts; count++) await (await build()).close()
  const built = await build()
  if (!built.sandbox) throw new Error('The benchmark measures the sandbox.')
  const { dependencies, sandbox, close } = { ...built, sandbox: built.sandbox }
  const { database, now } = dependencies
  const app = createApp(dependencies, { sandbox: sandbox.routes })

  async function request(
    url: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const answer = await app.request(`http://localhost${url}`, init)
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  async function checkout(): Promise<{ id: string; session: string }> {
    const name = `bench-${process.pid}-${++buyers}`
    const answer = await request(functions.createCheckout, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`,
      },
      body: JSON.stringify({ name, email: `${name}@example.com` }),
    })
    const { url } = (await answer.json()) as { url: string }
    const session = path.basename(url)
    const order = await database
      .selectFrom('orders')
      .select('id')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow()
    return { id: order.id, session }
  }

  async function webhook({ id, session }: { id: string; session: string }): Promise<void> {
    const object = {
      id: session,
      object: 'checkout.session',
      mode: 'payment',
      payment_status: 'paid',
      amount_total: 49700,
      client_reference_id: id,
      payment_intent: `pi_${session}`,
      customer_details: { email: `${session}@example.com` },
    }
    const event = {
      id: `evt_${session}`,
      object: 'event',
      type: 'checkout.session.completed',
      livemode: false,
    }
    const body = JSON.stringify({ ...event, created: Math.floor(now() / 1000), data: { object } })
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signBody(body, webhookSecret, now()),
    }
    await request(functions.paymentWebhook, { method: 'POST', headers, body })
  }

  const paid = await database
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('status', '=', 'paid')
    .where('id', 'like', 'order-%')
    .limit(rounds + 10)
    .execute()

  /** Measures each operation once. */
  async function measureAll(round: number): Promise<void> {
    const bought = paid[round % paid.length]
    if (!bought) throw new Error('The database has no paid order.')
    longestTurn.reset()
    await measure('offer', () => request(functions.offer))
    const order = await measure('checkout', checkout)
    await measure('webhook', () => webhook(order))
    const [mail = ''] = await measure('claim', async () => {
      const due = await dueMails(database, now(), 4)
      if (due[0]) await claimMail(database, due[0], 'bench', now())
      return due
    })
    await database
      .updateTable('outbox')
      .set({ status: 'sent', sent_at: now() })
      .where('id', '=', mail)
      .execute()
    await measure('sweep', () => sweepOnce(dependencies))
    await measure('resend', () => queueLinks(dependencies, { email: bought.email }))
    const link = signLink({ orderId: bought.id, expiresAt: now() + 60_000 }, secret)
    await measure('download', () =>
      request(functions.download(link), { headers: { 'x-forwarded-for': '10.0.0.1' } }),
    )
    await measure('readyz', () => createReadinessCheck(dependencies).runOnce())
    await measure('sandbox', () => sandbox.runOnce())
    times['longest turn'] ??= []
    times['longest turn'].push(longestTurn.max / 1e6)
  }

  /** Measures the longest turn of the event loop while only the server's own loops run. */
  async function idle(): Promise<void> {
    longestTurn.reset()
    sandbox.start()
    const loops = [
      startSweep(dependencies),
      startRetention(dependencies),
      startReadinessCheck(createReadinessCheck(dependencies), silentLog),
    ]
    await pause(idleSeconds * 1000)
    times['longest idle turn'] = [longestTurn.max / 1e6]
    await Promise.all([...loops, sandbox].map((loop) => loop.stop()))
  }

  async function rates(): Promise<Record<string, number>> {
    const open: { id: string; session: string }[] = []
    const checkouts = await rate(async () => open.push(await checkout()))
    const webhooks = await rate(async () => webhook(open.pop() ?? (await checkout())))
    return { 'checkouts per second': checkouts, 'webhooks per second': webhooks }
  }

  /** Drops the times of the first rounds, in which V8 had not compiled the code. */
  function dropWarmUp(): void {
    for (const name of Object.keys(times)) if (name !== 'start') delete times[name]
  }
  return { times, measureAll, idle, rates, dropWarmUp, stop: close }
}

const shops = []
for (const databaseConfig of databaseConfigs) shops.push(await openShop(databaseConfig))
longestTurn.enable()
for (let round = 0; round < rounds + 10; round++) {
  if (round === 10) for (const shop of shops) shop.dropWarmUp()
  for (const shop of shops) await shop.measureAll(round)
}
const measured = []
for (const shop of shops) {
  await shop.idle()
  measured.push({ times: shop.times, rates: await shop.rates() })
}
for (const shop of shops) await shop.stop()
console.log(JSON.stringify(measured))
process.exit(0)
