import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import type Stripe from 'stripe'
import { silentLog } from '../../server/log/log.ts'
import { type Checkout, randomId, type SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { dueAt, type Memory, updatedAt } from '../../server/payments/sandbox/memory.ts'
import { createSandbox, type SandboxOptions } from '../../server/payments/sandbox/sandbox.ts'
import { createStripeProvider, type StripeOptions } from '../../server/payments/stripe/adapter.ts'
import { defaultLimits, type InProcess } from '../../server/payments/stripe/client.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { type Action, act } from './bank.ts'
import { Faults, withFaults } from './stripe-faults.ts'

/** A memory of the sandbox that lives as long as its process. `checkouts`: by id, oldest first; tests may change them. */
export function mapMemory(): Memory & { checkouts: Map<string, Checkout> } {
  const checkouts = new Map<string, Checkout>()
  const all = () => [...checkouts.values()]
  const copy = (checkout: Checkout | undefined) => (checkout ? structuredClone(checkout) : null)
  return {
    checkouts,
    find: async (id) => copy(checkouts.get(id)),
    findByKey: async (key) => copy(all().find((checkout) => checkout.key === key)),
    async insert(checkout) {
      if (all().some(({ key }) => key === checkout.key)) return false
      checkouts.set(checkout.id, structuredClone(checkout))
      return true
    },
    async change(id, change) {
      const checkout = copy(checkouts.get(id))
      const next = checkout && change(checkout)
      if (next) checkouts.set(id, next)
      return copy(checkouts.get(id))
    },
    list: async (since) =>
      all()
        .filter((checkout) => updatedAt(checkout) >= since)
        .map((checkout) => structuredClone(checkout))
        .reverse()
        .sort((a, b) => updatedAt(b) - updatedAt(a)),
    due: async (now) =>
      all()
        .filter((checkout) => (dueAt(checkout) ?? Number.POSITIVE_INFINITY) <= now)
        .map(({ id }) => id),
  }
}

type Endpoint = Pick<Stripe.WebhookEndpoint, 'id' | 'url' | 'status' | 'enabled_events' | 'api_version'>

/** Adds the webhook endpoints of the seller's account to the sandbox's API, which only the launch check reads. */
function withDashboard(server: InProcess, endpoints: Endpoint[]): InProcess {
  const path = '/v1/webhook_endpoints'
  const api = new Hono()
    .get(path, (c) => c.json({ object: 'list', has_more: false, data: endpoints }))
    .post(path, async (c) => {
      const form = [...new URLSearchParams(await c.req.text())]
      const field = (name: string) => form.find(([key]) => key === name)?.[1]
      const endpoint: Endpoint = {
        id: `we_${endpoints.length + 1}`,
        url: field('url') ?? '',
        status: 'enabled',
        enabled_events: form.flatMap(([key, value]) => (key.startsWith('enabled_events') ? [value] : [])),
        api_version: field('api_version') ?? null,
      }
      endpoints.push(endpoint)
      return c.json({ object: 'webhook_endpoint', ...endpoint, secret: 'whsec_new' })
    })
    .all('*', (c) => server(c.req.raw))
  return api.fetch
}

export interface OpenStripeOptions<M extends Memory> extends Partial<SandboxOptions> {
  memory: M
  /** The faults of the next requests. */
  faults?: Pick<Faults, 'take'>
  /** The keys of saved errors. */
  spentKeys?: Set<string>
}

/**
 * Stripe for tests: the sandbox, with banks, with the faults of a network, and with the test's own clock. It is in this process.
 * `startStripeStandIn` puts it on a port.
 */
export function openStripe<M extends Memory>(options: OpenStripeOptions<M>) {
  const { memory, now = Date.now, live = false, newId = randomId, spentKeys } = options
  const secret = 'whsec_standin'
  const faults = new Faults()
  const endpoints: Endpoint[] = []
  const sandbox = createSandbox({
    secret,
    secretKey: live ? 'sk_live_standin' : 'sk_test_standin',
    publicUrl: 'https://pay.example',
    webhookUrl: () => 'http://shop.invalid',
    log: silentLog,
    ...options,
    now,
  })
  const server: (request: Request, incoming?: IncomingMessage) => Promise<Response> = withFaults(
    withDashboard(sandbox.access.server, endpoints),
    options.faults ?? faults,
    spentKeys,
  )
  const access = { ...sandbox.access, server }

  /** The checkout after an action; null if the action changes nothing. */
  const after = (checkout: Checkout, action: Action, cents?: number): Checkout | null =>
    act(checkout, action, { now: now(), live, newId, cents })

  return {
    memory,
    access,
    sandbox,
    /** The sandbox's pages, where the app has them. */
    pages: new Hono().route('/sandbox', sandbox.routes),
    faults,
    endpoints,
    /** The shop's adapter. A retry of the SDK pauses for half a second, so there is none. */
    connect: (changes: Partial<StripeOptions> = {}) =>
      createStripeProvider({
        ...access,
        name: 'sandbox',
        now,
        limits: { ...defaultLimits, retries: 0 },
        ...changes,
      }),
    after,
    /**
     * What a buyer, a bank or the seller in the dashboard does.
     * @param options `cents`: the amount of a refund; `isHeld`: the sandbox does not send the events, because the test does
     * @returns the events
     */
    async act(
      id: string,
      action: Action,
      { cents, isHeld = false }: { cents?: number | undefined; isHeld?: boolean } = {},
    ): Promise<SandboxEvent[]> {
      let events: SandboxEvent[] | undefined
      await memory.change(id, (checkout) => {
        const next = after(checkout, action, cents)
        events = next?.events.slice(checkout.events.length)
        return next && isHeld ? { ...next, delivered: next.events.length } : next
      })
      if (!events) throw new Error(`The checkout ${id} cannot ${action} now.`)
      return events
    },
    /** An event as a webhook delivers it. @param key another one is a forgery */
    signed(event: object, key = secret) {
      const body = JSON.stringify(event)
      return { body, headers: { 'stripe-signature': signBody(body, key, now()) } }
    },
  }
}

export type TestStripe = ReturnType<typeof openStripe>
