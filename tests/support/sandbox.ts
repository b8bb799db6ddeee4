import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentFeatures } from '#content/payments.ts'
import { functions } from '../../contract/paths.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { ProviderEvent } from '../../server/payments/provider.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { temporaryDirectory } from './server-process.ts'
import { sessionInput } from './session-input.ts'
import { openStripe, type TestStripe } from './stripe.ts'

const start = Date.UTC(2026, 10, 1)

/** The input of every session that `newSession` creates. */
export const input = sessionInput(start + 45 * 60_000, {
  name: 'Ada <b>Lovelace</b>',
  successUrl: 'http://shop.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/#pricing',
})

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>

/** Starts the sandbox with an empty database and a webhook that receives its events over HTTP. */
export async function startSandbox() {
  const folder = temporaryDirectory()
  const database = openDatabase({ databaseUrl: null, dataDir: folder.path })
  await migrate(database)
  const webhook = createServer(async (request, response) => {
    // A client that follows a redirect sends a GET here. It must not count as a received event.
    if (request.method !== 'POST') return void response.writeHead(200).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers({ 'stripe-signature': String(request.headers['stripe-signature']) })
    const status = shop.answers.shift() ?? 200
    if (status === 200) shop.received.push(await shop.provider.readEvent(Buffer.concat(chunks), headers))
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}${functions.paymentWebhook}`
  const memory = tableMemory(database)
  const open = (): TestStripe =>
    openStripe({
      memory,
      publicUrl: 'http://shop.test',
      webhookUrl: () => webhookUrl,
      now: (): number => shop.clock,
    })
  let stripe = open()
  const shop = {
    memory,
    /** ms since 1970 */
    clock: start,
    /** The adapter, with the sandbox behind it. */
    provider: stripe.connect(),
    /** The events that the webhook received and verified, in order. */
    received: [] as ProviderEvent[],
    /** The statuses of the webhook's next answers. When the list is empty, the status is 200. */
    answers: [] as number[],
    kinds: () => shop.received.map((event) => event.effect?.kind ?? event.type),
    newSession: (features?: PaymentFeatures) =>
      shop.provider.createSession(sessionRequest(input, features), 'key-1'),
    show: (id: string, { query = '', ...init }: RequestInit & { query?: string } = {}) =>
      stripe.pages.request(`/sandbox/checkout/${id}${query}`, init),
    press: (id: string, action: string, fields: Record<string, string> = {}) =>
      stripe.pages.request(`/sandbox/checkout/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, ...fields }),
      }),
    runOnce: () => stripe.sandbox.runOnce(),
    /** Replaces the sandbox with a new one on the same database, as after a restart of the server. */
    async restart() {
      await stripe.sandbox.stop()
      stripe = open()
    },
    async stop() {
      await stripe.sandbox.stop()
      webhook.closeAllConnections()
      webhook.close()
      await database.destroy()
      folder.remove()
    },
  }
  return shop
}
