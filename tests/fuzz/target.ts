import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { functions } from '../../contract/paths.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { randomId, type SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { sessionObject, stripeEvent } from '../../server/payments/sandbox/objects.ts'
import type { DatabaseKind } from '../harness/options.ts'
import type { TestDatabases } from '../harness/test-databases.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'
import { startStripe } from '../support/stripe.ts'

/** The attacked servers, and what an attacker may know about them. */
export interface Target {
  servers: { stripe: ServerProcess; sandbox: ServerProcess }
  webhookSecret: string
  /** Download links: a valid one, an expired one, and one of an unpaid order. */
  tokens: string[]
  /** Links to the seller's page of the same orders. */
  sellerTokens: string[]
  sessionIds: string[]
  /** Pages of the sandbox's checkout. */
  sandboxPaths: string[]
  /** Events like Stripe's, about existing orders. */
  events: SandboxEvent[]
  stop(): Promise<{ name: string; code: number | null }[]>
}

const linkSecret = 'the link secret of the fuzzed shop is long enough'

/** Each visitor has a separate address. Otherwise, the rate limits for one client would apply. */
const trustedProxies = 1

export async function startTarget(testDatabases: TestDatabases, database: DatabaseKind): Promise<Target> {
  const stripe = await startStripe()
  const smtp = await startSmtp()
  const config = await testDatabases.create(database)
  const kitFile = path.join(config.dataDir, 'kit.zip')
  writeFileSync(kitFile, randomBytes(20_000))
  const common = {
    LINK_SECRET: linkSecret,
    TRUST_PROXY: String(trustedProxies),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
  }
  const databaseEnv = ({ databaseUrl }: { databaseUrl: string | null }): Record<string, string> =>
    databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const sandboxConfig = await testDatabases.create(database)
  const [stripeServer, sandboxServer] = await Promise.all([
    startServer(config.dataDir, {
      ...common,
      ...databaseEnv(config),
      ...stripe.env,
      KIT_FILE: kitFile,
    }),
    startServer(sandboxConfig.dataDir, { ...common, ...databaseEnv(sandboxConfig) }),
  ])
  stripe.webhookUrl = stripeServer.url + functions.paymentWebhook

  const buy = async (server: ServerProcess, email: string): Promise<string> => {
    const answer = await fetch(server.url + functions.createCheckout, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${email.length}` },
      body: JSON.stringify(aBuyer({ email })),
    })
    const { url } = (await answer.json()) as { url?: string }
    if (!url) throw new Error(`The shop did not sell before the first request: ${answer.status}`)
    return url
  }
  const sessionIds: string[] = []
  for (const name of ['paid', 'later', 'unpaid']) {
    sessionIds.push((await buy(stripeServer, `${name}@example.com`)).split('/').at(-1) ?? '')
  }
  const [paid = '', later = '', unpaid = ''] = sessionIds
  const event = (type: SandboxEvent['type'], object: object) =>
    stripeEvent(type, object, { now: Date.now(), live: false, newId: randomId })
  const events = await stripe.act(paid, 'pay')
  events.push(
    ...(await stripe.act(later, 'pay-later')),
    ...(await stripe.act(later, 'bank-confirms', { deliveries: 0 })),
  )
  events.push(event('checkout.session.expired', sessionObject(stripe.checkout(unpaid), Date.now())))
  events.push(
    event('checkout.session.async_payment_failed', sessionObject(stripe.checkout(later), Date.now())),
  )
  events.push(...(await stripe.act(paid, 'refund', { cents: 100 })))
  events.push(
    ...(await stripe.act(paid, 'dispute')),
    ...(await stripe.act(paid, 'fraud-warning', { deliveries: 0 })),
  )
  events.push(event('invoice.paid', { id: 'in_1', object: 'invoice' }))

  const sandboxUrls = [
    await buy(sandboxServer, 'first@example.com'),
    await buy(sandboxServer, 'second@example.com'),
  ]
  const orderOf = (session: string) => stripe.checkout(session).request.client_reference_id ?? ''
  const now = Date.now()
  return {
    servers: { stripe: stripeServer, sandbox: sandboxServer },
    webhookSecret: stripe.access.webhookSecret,
    tokens: [
      signLink({ orderId: orderOf(paid), expiresAt: now + linkLifeMs }, linkSecret),
      signLink({ orderId: orderOf(paid), expiresAt: now - 1000 }, linkSecret),
      signLink({ orderId: orderOf(unpaid), expiresAt: now + linkLifeMs }, linkSecret),
    ],
    sellerTokens: [
      signLink({ orderId: orderOf(paid), expiresAt: now + linkLifeMs }, linkSecret, 'seller'),
      signLink({ orderId: orderOf(paid), expiresAt: now - 1000 }, linkSecret, 'seller'),
      signLink({ orderId: orderOf(unpaid), expiresAt: now + linkLifeMs }, linkSecret, 'seller'),
    ],
    sessionIds,
    sandboxPaths: sandboxUrls.map((url) => new URL(url).pathname),
    events,
    async stop() {
      const ends = Object.entries({ stripe: stripeServer, sandbox: sandboxServer }).map(
        async ([name, server]) => {
          server.child.kill('SIGTERM')
          return { name, code: await server.ended }
        },
      )
      const codes = await Promise.all(ends)
      await stripe.stop()
      await smtp.stop()
      return codes
    },
  }
}
