import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { type SandboxEvent, sessionIdOf } from '../../server/payments/sandbox/checkout.ts'
import { postEvent } from '../../server/payments/sandbox/delivery.ts'
import { sessionObject } from '../../server/payments/sandbox/objects.ts'
import type { Action } from './bank.ts'
import { mapMemory, openStripe } from './stripe.ts'

export interface StripeStandInOptions {
  /** The URL that receives events. `setWebhookUrl` can set it later. */
  webhookUrl?: string
  /** ms since 1970 */
  now?: () => number
  /** Whether the account is in live mode, for which the shop treats money as real. */
  live?: boolean
}

export interface SendOptions {
  /** Deliver each event twice. */
  twice?: boolean
  /** Create the events but do not deliver them. The caller delivers them later. */
  hold?: boolean
}

/** A client's request, for tests to check. */
interface RecordedRequest {
  method: string
  path: string
  body: string
  idempotencyKey: string | null
  apiVersion: string | null
}

/** Starts Stripe on a port of its own, as another machine of the shop's network would be. */
export async function startStripeStandIn({
  now = Date.now,
  live = false,
  ...options
}: StripeStandInOptions = {}) {
  let webhookUrl = options.webhookUrl ?? null
  const knownWebhook = () => {
    if (!webhookUrl) throw new Error('The stand-in has no webhook to send to.')
    return webhookUrl
  }
  const requests: RecordedRequest[] = []

  const app = new Hono<{ Bindings: HttpBindings }>()
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stripe = openStripe({ memory: mapMemory(), now, live, publicUrl: url, webhookUrl: knownWebhook })
  const { memory, access, sandbox } = stripe
  const { secretKey, webhookSecret } = access
  app.all('/v1/*', async (c) => {
    const body = await c.req.text()
    const { method, path } = c.req
    requests.push({
      method,
      path,
      body: body || new URL(c.req.url).search.slice(1),
      idempotencyKey: (method === 'POST' && c.req.header('idempotency-key')) || null,
      apiVersion: c.req.header('stripe-version') ?? null,
    })
    const headers = c.req.raw.headers
    const response = await access.server(
      new Request(c.req.url, { method, headers, ...(method === 'POST' && { body }) }),
      c.env.incoming,
    )
    if (method === 'POST' && webhookUrl) void sandbox.runOnce()
    // Otherwise Node would add the time of this machine.
    response.headers.set('date', new Date(now()).toUTCString())
    return response
  })
  app.route('/', stripe.pages)

  /** Delivers one event. @returns the webhook's status */
  const deliver = (event: SandboxEvent): Promise<number> =>
    postEvent(event, { url: knownWebhook(), secret: webhookSecret, now: now() })

  async function press(
    id: string,
    action: Action,
    { twice = false, hold = false }: SendOptions = {},
    cents?: number,
  ): Promise<SandboxEvent[]> {
    const events = await stripe.act(id, action, { isHeld: true, cents })
    const deliveries = twice ? events.flatMap((event) => [event, event]) : events
    if (!hold) for (const event of deliveries) await deliver(event)
    return deliveries
  }

  const all = () => [...memory.checkouts.values()]
  function session(id: string) {
    const checkout = memory.checkouts.get(id)
    if (!checkout) throw new Error(`There is no session ${id}.`)
    return sessionObject(checkout, now(), url)
  }

  return {
    url,
    secretKey,
    webhookSecret,
    /** The variables that connect a server to this stand-in. */
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
    /** The checkouts. Tests may change them. */
    checkouts: memory.checkouts,
    session,
    sessions: () => all().map(({ id }) => session(id)),
    webhookEndpoints: stripe.endpoints,
    faults: stripe.faults,
    requests,
    deliver,
    setWebhookUrl(url: string) {
      webhookUrl = url
    },

    /** What a buyer, a bank or the seller in the dashboard does. @returns the events */
    act: press,
    pay: (id: string, options?: SendOptions) => press(id, 'pay', options),
    /** @param cents the amount; all that is left by default */
    refund: (paymentId: string, cents: number | null = null, options?: SendOptions) =>
      press(sessionIdOf(paymentId), 'refund', options, cents ?? undefined),

    async stop() {
      await sandbox.stop()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A press on the button of the hosted page that pays. */
export const payButton = {
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'action=pay',
} as const

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>
