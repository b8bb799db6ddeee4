import type { PaymentFeatures } from '#content/payments.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { temporaryDirectory } from './server-process.ts'
import { sessionInput } from './session-input.ts'
import { openStripe, type TestStripe } from './stripe.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

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
  const webhook = await startWebhookReceiver()
  const memory = tableMemory(database)
  const open = (): TestStripe =>
    openStripe({
      memory,
      publicUrl: 'http://shop.test',
      webhookUrl: () => webhook.url,
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
    received: webhook.received,
    /** The statuses with which the webhook refuses the next events. */
    answers: webhook.answers,
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
      await webhook.stop()
      await database.destroy()
      folder.remove()
    },
  }
  webhook.readWith(shop.provider)
  return shop
}
