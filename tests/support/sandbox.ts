import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { functions } from '../../contract/paths.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { silentLog } from '../../server/log/log.ts'
import type { ProviderEvent } from '../../server/payments/provider.ts'
import { createSandbox, type Sandbox } from '../../server/payments/sandbox/sandbox.ts'
import { tableMemory } from '../../server/payments/sandbox/table.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { temporaryDirectory } from './server-process.ts'
import { sessionInput } from './session-input.ts'

const start = Date.UTC(2026, 10, 1)

/** The input of every session that `newSession` creates. */
export const input = sessionInput(start + 45 * 60_000, {
  name: 'Ada <b>Lovelace</b>',
  successUrl: 'http://shop.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://shop.test/#pricing',
})

/** The sandbox's pages as the app serves them. */
export const sandboxPages = (sandbox: Sandbox): Hono => sandbox.routes

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
  const open = (): Sandbox =>
    createSandbox({
      memory: tableMemory(database),
      secret: 'whsec_test',
      publicUrl: 'http://shop.test',
      webhookUrl: () => webhookUrl,
      log: silentLog,
      now: (): number => shop.clock,
    })
  const sandbox = open()
  const shop = {
    database,
    /** ms since 1970 */
    clock: start,
    sandbox,
    /** The adapter, with the sandbox behind it. */
    provider: createStripeProvider({ ...sandbox.access, name: 'sandbox', now: (): number => shop.clock }),
    /** The events that the webhook received and verified, in order. */
    received: [] as ProviderEvent[],
    /** The statuses of the webhook's next answers. When the list is empty, the status is 200. */
    answers: [] as number[],
    kinds: () => shop.received.map((event) => event.effect?.kind ?? event.type),
    newSession: () => {
      return shop.provider.createSession(sessionRequest(input), 'key-1')
    },
    show: (id: string, method = 'GET') => shop.sandbox.routes.request(`/checkout/${id}`, { method }),
    press: (id: string, action: string, fields: Record<string, string> = {}) =>
      shop.sandbox.routes.request(`/checkout/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, ...fields }),
      }),
    /** Replaces the sandbox with a new one on the same database, as after a restart of the server. */
    async restart() {
      await shop.sandbox.stop()
      shop.sandbox = open()
    },
    async stop() {
      await shop.sandbox.stop()
      webhook.closeAllConnections()
      webhook.close()
      await database.destroy()
      folder.remove()
    },
  }
  return shop
}
