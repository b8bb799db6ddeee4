// One process for one database that is filled: `node measure-history.ts '{"dataDir":…,"databaseUrl":…}'`. Measures what the
// server does for visitors, for the provider and by itself, and prints the times as JSON, in ms.
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
import { signBody } from '../../../server/payments/stripe-dialect/signature.ts'
import { startRetention } from '../../../server/personal-data/retention.ts'
import { buildDependencies } from '../../../server/start/build-dependencies.ts'
import { testConfig } from '../../support/shop.ts'

const place = JSON.parse(process.argv[2] ?? '')
const rounds = 60
const idleSeconds = 8
const rateSeconds = 4
const secret = 'a secret of the benchmark with forty-five letters'
const webhookSecret = createHmac('sha256', secret).update('sandbox webhooks').digest('hex')

const startedAt = performance.now()
const config = testConfig({
  ...place,
  linkSecret: secret,
  trustProxy: 1,
})
const { dependencies, sandbox, close } = await buildDependencies(config, silentLog)
if (!sandbox) throw new Error('The benchmark measures the sandbox.')
const start = performance.now() - startedAt
const { database, now } = dependencies
const app = createApp(dependencies, { sandbox: sandbox.routes })

const times: Record<string, number[]> = { start: [start] }
async function measure<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  times[name] ??= []
  times[name].push(performance.now() - begun)
  return result
}

async function ask(
  url: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const answer = await app.request(`http://localhost${url}`, init)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

let buyers = 0
async function checkout(): Promise<{ id: string; session: string }> {
  const name = `bench-${process.pid}-${++buyers}`
  const answer = await ask(functions.createCheckout, {
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
  const event = { id: `evt_${session}`, object: 'event', type: 'checkout.session.completed', livemode: false }
  const body = JSON.stringify({ ...event, created: Math.floor(now() / 1000), data: { object } })
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signBody(body, webhookSecret, now()),
  }
  await ask(functions.paymentWebhook, { method: 'POST', headers, body })
}

const paid = await database
  .selectFrom('orders')
  .select(['id', 'email'])
  .where('status', '=', 'paid')
  .where('id', 'like', 'order-%')
  .limit(rounds + 10)
  .execute()
for (let round = -10; round < rounds; round++) {
  // The first rounds run uncompiled code, and do not count.
  if (round === 0) for (const name of Object.keys(times)) if (name !== 'start') delete times[name]
  const bought = paid[round + 10] ?? paid[0]
  if (!bought) throw new Error('The database holds no paid order.')
  await measure('offer', () => ask(functions.offer))
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
    ask(functions.download(link), { headers: { 'x-forwarded-for': '10.0.0.1' } }),
  )
  await measure('readyz', () => createReadinessCheck(dependencies).runOnce())
  await measure('sandbox', () => sandbox.runOnce())
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
sandbox.start()
const loops = [
  startSweep(dependencies),
  startRetention(dependencies),
  startReadinessCheck(createReadinessCheck(dependencies), silentLog),
]
await pause(idleSeconds * 1000)
delay.disable()
times.stall = [delay.max / 1e6]
await Promise.all([...loops, sandbox].map((loop) => loop.stop()))

/** How often `work` succeeds in a second, `abreast` at a time, for some seconds. */
async function rate(abreast: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  let done = 0
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      while (seconds() < rateSeconds) {
        const succeeded = await work().then(
          () => true,
          () => false,
        )
        if (succeeded) done++
      }
    }),
  )
  return done / seconds()
}
const made: { id: string; session: string }[] = []
const checkouts = await rate(8, async () => made.push(await checkout()))
const webhooks = await rate(8, async () => {
  const order = made.pop() ?? (await checkout())
  await webhook(order)
})
const rates = { 'checkouts per second': checkouts, 'webhooks per second': webhooks }
await close()
const memory = process.memoryUsage.rss() / 1024 / 1024
console.log(JSON.stringify({ times, rates, memory }))
process.exit(0)
