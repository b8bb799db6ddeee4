import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { catalog } from '#content/catalog.ts'
import { silentLog } from '../../server/log/log.ts'
import { type Action, type ActionOptions, act } from '../../server/payments/sandbox/actions.ts'
import type { Account } from '../../server/payments/sandbox/api/request.ts'
import { type Checkout, randomId, type SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { codesToTry } from '../../server/payments/sandbox/codes.ts'
import { postEvent } from '../../server/payments/sandbox/delivery.ts'
import { eventsOf } from '../../server/payments/sandbox/memory.ts'
import {
  chargeObject,
  type Moment,
  paymentObject,
  sessionObject,
  stripeEvent,
} from '../../server/payments/sandbox/objects.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox.ts'
import { sandboxPages } from './sandbox.ts'
import { Faults, withFaults } from './stripe-faults.ts'
import { mapMemory } from './stripe-memory.ts'

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

/**
 * Starts the sandbox on a port of its own, with a memory of its own, and with the faults that a real Stripe can have. `pay` and
 * the other actions are those of buyers, banks and the dashboard.
 */
export async function startStripeStandIn(options: StripeStandInOptions = {}) {
  const now = options.now ?? Date.now
  const live = options.live ?? false
  const moment = (): Moment => ({ now: now(), live, newId: randomId })
  const map = mapMemory()
  /** Events that no checkout has caused. */
  const others: SandboxEvent[] = []
  const listEvents: typeof map.listEvents = async (period) =>
    eventsOf([...map.checkouts.values(), { listedEvents: others }], period)
  const memory = { ...map, listEvents }
  const faults = new Faults()
  const requests: RecordedRequest[] = []
  const secretKey = live ? 'sk_live_standin' : 'sk_test_standin'
  const secret = 'whsec_standin'
  const prices = new Map<string, number>()
  const promotionCodes = [...codesToTry]
  const webhookEndpoints: Account['webhookEndpoints'] = []
  let webhookUrl = options.webhookUrl ?? null
  const knownWebhook = () => {
    if (!webhookUrl) throw new Error('The stand-in has no webhook to send to.')
    return webhookUrl
  }
  const emitted: Promise<unknown>[] = []

  const app = new Hono<{ Bindings: HttpBindings }>()
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sandbox = createSandbox({
    memory,
    secret,
    secretKey,
    live,
    prices,
    promotionCodes,
    currency: catalog.currency,
    webhookEndpoints,
    publicUrl: url,
    webhookUrl: knownWebhook,
    log: silentLog,
    now,
  })
  const faulty = withFaults(sandbox.access.server, faults)
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
    const response = await faulty(
      new Request(c.req.url, { method, headers, ...(method === 'POST' && { body }) }),
      c.env.incoming,
    )
    if (method === 'POST' && webhookUrl) emitted.push(sandbox.runOnce())
    // Otherwise Node would add the time of this machine.
    response.headers.set('date', new Date(now()).toUTCString())
    return response
  })
  app.route('/sandbox', sandboxPages(sandbox))

  /** Delivers one event. @returns the webhook's status */
  const deliver = (event: SandboxEvent): Promise<number> =>
    postEvent(event, { url: knownWebhook(), secret, now: now() })

  async function send(events: SandboxEvent[], options: SendOptions = {}): Promise<SandboxEvent[]> {
    const deliveries = options.twice ? events.flatMap((sent) => [sent, sent]) : events
    if (!options.hold) for (const sent of deliveries) await deliver(sent)
    return deliveries
  }

  async function press(
    id: string,
    action: Action,
    options?: SendOptions,
    details: Partial<ActionOptions> = {},
  ): Promise<SandboxEvent[]> {
    let events: SandboxEvent[] = []
    await memory.change(id, (checkout) => {
      const next = act(checkout, action, { ...moment(), ...details })
      if (!next) throw new Error(`The sandbox cannot ${action} now.`)
      events = next.listedEvents.slice(checkout.listedEvents.length)
      return { ...next, pending: checkout.pending }
    })
    return send(events, options)
  }

  const all = () => [...memory.checkouts.values()]
  function checkoutOf(paymentId: string): Checkout {
    const found = all().find((checkout) => checkout.paymentId === paymentId)
    if (!found) throw new Error(`There is no payment ${paymentId}.`)
    return found
  }
  function session(id: string) {
    const checkout = memory.checkouts.get(id)
    if (!checkout) throw new Error(`There is no session ${id}.`)
    return sessionObject(checkout, now(), url)
  }

  return {
    url,
    secretKey,
    webhookSecret: secret,
    /** The variables that connect a server to this stand-in. */
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: url },
    /** The checkouts. Tests may change them. */
    checkouts: memory.checkouts,
    session,
    sessions: () => all().map(({ id }) => session(id)),
    refunds: () => all().flatMap(({ refunds }) => refunds),
    charge: (paymentId: string) => chargeObject(checkoutOf(paymentId)),
    payment: (paymentId: string) => paymentObject(checkoutOf(paymentId)),
    prices,
    /** The codes of the dashboard. Tests may change them. */
    promotionCodes,
    webhookEndpoints,
    faults,
    requests,
    /** An event that no checkout has caused. It is in the list of events. */
    event(type: SandboxEvent['type'], object: object): SandboxEvent {
      const created = stripeEvent(type, structuredClone(object), moment())
      others.push(created)
      return created
    },
    deliver,
    send,
    /** Resolves when all events that API calls have caused so far are delivered. */
    async settled() {
      await Promise.all(emitted)
    },
    setWebhookUrl(url: string) {
      webhookUrl = url
    },

    pay: (id: string, options?: SendOptions) => press(id, 'pay', options),
    payLater: (id: string, options?: SendOptions) => press(id, 'pay-later', options),
    bankConfirms: (id: string, options?: SendOptions) => press(id, 'bank-confirms', options),
    bankRefuses: (id: string, options?: SendOptions) => press(id, 'bank-refuses', options),
    /** @param cents the amount; all that is left by default */
    refund: (paymentId: string, cents: number | null = null, options?: SendOptions) =>
      press(checkoutOf(paymentId).id, 'refund', options, { refund: { key: randomUUID(), cents } }),
    lastRefundFails: (paymentId: string, options?: SendOptions) =>
      press(checkoutOf(paymentId).id, 'refund-fails', options),
    dispute: (paymentId: string, options?: SendOptions) =>
      press(checkoutOf(paymentId).id, 'dispute', options),
    closeDispute: (paymentId: string, state: 'won' | 'lost', options?: SendOptions) =>
      press(checkoutOf(paymentId).id, `dispute-${state}`, options),
    fraudWarning: (paymentId: string, options?: SendOptions) =>
      press(checkoutOf(paymentId).id, 'fraud-warning', options),

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
