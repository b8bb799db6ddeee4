import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { functions, pages, sellerPath } from '../../contract/paths.ts'
import { acts } from '../../server/acts/acts.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import type { SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import type { DatabaseKind } from '../harness/options.ts'
import type { TestDatabases } from '../harness/test-databases.ts'
import { aBuyer } from '../support/a-buyer.ts'
import type { Action } from '../support/bank.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'
import { startStripe } from '../support/stripe.ts'

/** The attacked servers, and what an attacker may know about them. */
export interface Target {
  /** One with Stripe's API, and one with the sandbox. */
  servers: Record<'stripe' | 'sandbox', ServerProcess>
  webhookSecret: string
  /** Addresses that mails, pages and redirects of these shops contain: valid ones, expired ones, and ones of unpaid orders. */
  links: string[]
  /** Events of Stripe about existing orders. */
  events: SandboxEvent[]
  stop(): Promise<void>
}

const linkSecret = 'the link secret of the fuzzed shop is long enough'

/** What happened to the orders of the shop with Stripe's API. */
const histories: Action[][] = [
  ['pay', 'partial-refund', 'dispute', 'fraud-warning'],
  ['pay-later', 'bank-confirms'],
  ['pay-later', 'bank-refuses'],
  ['expire'],
  [],
]

export async function startTarget(testDatabases: TestDatabases, kind: DatabaseKind): Promise<Target> {
  const stripe = await startStripe()
  const smtp = await startSmtp()
  async function start(env: Record<string, string>): Promise<ServerProcess> {
    const { dataDir, databaseUrl } = await testDatabases.create(kind)
    const kitFile = path.join(dataDir, 'kit.zip')
    writeFileSync(kitFile, randomBytes(20_000))
    return startServer(dataDir, {
      LINK_SECRET: linkSecret,
      // Each visitor has a separate address. Otherwise, the rate limits for one client would apply.
      TRUST_PROXY: '1',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'kit@shop.example',
      SELLER_EMAIL: 'seller@shop.example',
      KIT_FILE: kitFile,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    })
  }
  const servers = { stripe: await start(stripe.env), sandbox: await start({}) }
  stripe.webhookUrl = servers.stripe.url + functions.paymentWebhook

  let buyers = 0
  /** @returns the address of the hosted page */
  async function buy(server: ServerProcess): Promise<URL> {
    const answer = await fetch(server.url + functions.createCheckout, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${++buyers}` },
      body: JSON.stringify(aBuyer({ email: `first-${buyers}@example.com` })),
    })
    const { url } = (await answer.json()) as { url?: string }
    if (!url) throw new Error(`The shop did not sell before the first request: ${answer.status}`)
    return new URL(url)
  }
  const links = [(await buy(servers.sandbox)).pathname, (await buy(servers.sandbox)).pathname]
  const events: SandboxEvent[] = []
  for (const actions of histories) {
    const { pathname } = await buy(servers.stripe)
    const id = path.basename(pathname)
    for (const action of actions) events.push(...(await stripe.act(id, action)))
    const orderId = stripe.checkout(id).request.client_reference_id ?? ''
    links.push(`${functions.checkoutReturn}?session_id=${id}`, `${pages.paymentSuccess}?session_id=${id}`)
    for (const expiresAt of [Date.now() + linkLifeMs, Date.now() - 1000]) {
      const link = { orderId, expiresAt }
      const seller = sellerPath(signLink(link, linkSecret, 'seller'))
      links.push(functions.download(signLink(link, linkSecret)))
      links.push(functions.unsubscribe(signLink(link, linkSecret, 'unsubscribe')))
      links.push(seller, `${seller}?done=${acts[0]?.name}`)
    }
  }
  return {
    servers,
    webhookSecret: stripe.access.webhookSecret,
    links,
    events,
    async stop() {
      await stripe.stop()
      await smtp.stop()
    },
  }
}
