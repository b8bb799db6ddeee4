import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type Stripe from 'stripe'
import { silentLog } from '../../server/log/log.ts'
import type { ProviderEvent } from '../../server/payments/provider.ts'
import { type Checkout, randomId, type SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { postEvent } from '../../server/payments/sandbox/delivery.ts'
import { dueAt, type Memory, updatedAt } from '../../server/payments/sandbox/memory.ts'
import { createSandbox, type SandboxOptions } from '../../server/payments/sandbox/sandbox.ts'
import { createStripeProvider, type StripeOptions } from '../../server/payments/stripe/adapter.ts'
import { defaultLimits, type InProcess } from '../../server/payments/stripe/client.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { type Action, act } from './bank.ts'
import { listen } from './server-process.ts'
import { type Fault, type FaultName, faults, withFaults } from './stripe-faults.ts'

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
      const {
        url = '',
        api_version = null,
        ...others
      } = Object.fromEntries(new URLSearchParams(await c.req.text()))
      const events = Object.entries(others).filter(([name]) => name.startsWith('enabled_events['))
      const enabled_events = events.map(([, event]) => event)
      const id = `we_${endpoints.length + 1}`
      const endpoint: Endpoint = { id, url, api_version, status: 'enabled', enabled_events }
      endpoints.push(endpoint)
      return c.json({ object: 'webhook_endpoint', ...endpoint, secret: 'whsec_new' })
    })
    .all('*', (c) => server(c.req.raw))
  return api.fetch
}

let events = 0

interface StripeForTests extends Partial<Omit<SandboxOptions, 'webhookUrl'>> {
  /** Where events are sent. */
  webhookUrl?: string
  /** Whether the account is in live mode, for which the shop treats money as real. */
  live?: boolean
}

/** Stripe for tests: the sandbox, with banks, with the faults of a network, and with the test's own clock. */
export function openStripe(options: StripeForTests = {}) {
  const { now = Date.now, live = false, newId = randomId, publicUrl = 'https://pay.example' } = options
  const map = mapMemory()
  const { checkouts } = map
  const { memory = map } = options
  const secret = 'whsec_standin'
  const endpoints: Endpoint[] = []
  const requests: Record<'method' | 'path' | 'idempotencyKey' | 'apiVersion', string | null>[] = []
  const spentKeys = new Set<string>()
  const planned: { route: string; fault: Fault | FaultName }[] = []

  function webhookUrl(): string {
    if (!stripe.webhookUrl) throw new Error('Stripe has no webhook to send to.')
    return stripe.webhookUrl
  }
  const sandbox = createSandbox({
    secret,
    secretKey: live ? 'sk_live_standin' : 'sk_test_standin',
    log: silentLog,
    ...options,
    memory,
    publicUrl,
    webhookUrl,
    now,
  })
  function faultOf(request: Request, key: string | null): Fault | null {
    const { pathname: path } = new URL(request.url)
    const route = `${request.method} ${path}`
    const apiVersion = request.headers.get('stripe-version')
    requests.push({ method: request.method, path, idempotencyKey: key, apiVersion })
    const index = planned.findIndex((plan) => route.startsWith(plan.route))
    const fault = index < 0 ? stripe.faultOf(route, key) : (planned.splice(index, 1)[0]?.fault ?? null)
    return typeof fault === 'string' ? faults[fault] : fault
  }
  const server = withFaults(withDashboard(sandbox.access.server, endpoints), faultOf, spentKeys)
  const access = { ...sandbox.access, server }

  const stripe = {
    access,
    sandbox,
    /** The sandbox's pages, where the app has them. */
    pages: new Hono().route('/sandbox', sandbox.routes),
    /** The checkouts, if the memory is the double's own. Tests may change them. */
    checkouts,
    endpoints,
    requests,
    /** How often a session was requested. */
    created: () =>
      requests.filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions').length,
    /** Where events are sent. */
    webhookUrl: options.webhookUrl,
    /** The keys of saved errors. */
    spentKeys,
    /** The fault of every request that `failNext` plans none for. Tests set it. @param route the method and the path */
    faultOf: (_route: string, _key: string | null): Fault | FaultName | null => null,
    /** Plans the faults of the next requests. Each is used once. @param route the method and the beginning of the path */
    failNext(route: string, ...next: (Fault | FaultName)[]) {
      planned.push(...next.map((fault) => ({ route, fault })))
    },

    /** The shop's adapter. A retry of the SDK pauses for half a second, so there is none. */
    connect: (changes: Partial<StripeOptions> = {}) =>
      createStripeProvider({
        ...access,
        name: 'sandbox',
        now,
        limits: { ...defaultLimits, retries: 0 },
        ...changes,
      }),

    /** The newest checkout, and its order. */
    newest() {
      const checkout = [...checkouts.values()].at(-1)
      if (!checkout) throw new Error('There is no checkout.')
      return { id: checkout.id, orderId: checkout.request.client_reference_id ?? '' }
    },
    checkout(id: string): Checkout {
      const checkout = checkouts.get(id)
      if (!checkout) throw new Error(`There is no checkout ${id}.`)
      return checkout
    },

    /**
     * What a buyer, a bank or the seller in the dashboard does.
     * @param more.cents the amount of a refund; by default, all that is left
     * @param more.deliveries how often the webhook gets each event; by default once, if there is a webhook
     * @returns the events
     */
    async act(
      id: string,
      action: Action,
      { cents, deliveries }: { cents?: number | undefined; deliveries?: number } = {},
    ): Promise<SandboxEvent[]> {
      let made: SandboxEvent[] | undefined
      await memory.change(id, (checkout) => {
        const next = act(checkout, action, { now: now(), live, newId, cents })
        made = next?.events.slice(checkout.events.length)
        // The sandbox does not send these events, because this function does.
        return next && { ...next, delivered: next.events.length }
      })
      if (!made) throw new Error(`The checkout ${id} cannot ${action} now.`)
      for (const event of made)
        for (let n = 0; n < (deliveries ?? (stripe.webhookUrl ? 1 : 0)); n++) await stripe.deliver(event)
      return made
    },
    /** Delivers an event to the webhook. @returns the webhook's status */
    deliver: (event: SandboxEvent): Promise<number> =>
      postEvent(event, { url: webhookUrl(), secret, now: now() }),
    /** An event as a webhook delivers it. @param key another one is a forgery */
    signed(event: object, key = secret) {
      const body = JSON.stringify(event)
      return { body, headers: { 'stripe-signature': signBody(body, key, now()) } }
    },

    /** Pays a session. @returns the event that reports it, in the shop's terms. It is not delivered */
    async pay(id: string): Promise<ProviderEvent> {
      const [event = {}] = await stripe.act(id, 'pay', { deliveries: 0 })
      const { body, headers } = stripe.signed(event)
      return stripe.connect().readEvent(new TextEncoder().encode(body), new Headers(headers))
    },
    /** Any event in the shop's terms. By default, the session is paid, and the event names its order. */
    eventOf: (sessionId: string | null, event: Partial<ProviderEvent> = {}): ProviderEvent => ({
      id: `event_${++events}`,
      type: 'checkout.session.completed',
      livemode: false,
      at: 0,
      effect: { kind: 'completed', paid: true, totalCents: null },
      effectKey: sessionId && `session:${sessionId}:paid`,
      orderId: checkouts.get(sessionId ?? '')?.request.client_reference_id ?? null,
      sessionId,
      paymentId: null,
      payerEmail: null,
      ...event,
    }),
  }
  return stripe
}

export type TestStripe = ReturnType<typeof openStripe>

/** Starts Stripe on a port of its own, as another machine of the shop's network would be. */
export async function startStripe(options: StripeForTests = {}) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const server = createAdaptorServer({ fetch: app.fetch })
  const url = `http://127.0.0.1:${await listen(server)}`
  const stripe = openStripe({ ...options, publicUrl: url })
  const { secretKey, webhookSecret } = stripe.access

  app.all('/v1/*', async (c) => {
    const response = await stripe.access.server(new Request(c.req.raw)).catch(() => {
      c.env.incoming.socket.destroy()
      return new Promise<never>(() => {})
    })
    if (c.req.method === 'POST' && stripe.webhookUrl) void stripe.sandbox.runOnce()
    return response
  })
  app.route('/', stripe.pages)

  return Object.assign(stripe, {
    url,
    /** The variables that connect a server to this Stripe. */
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
    async stop() {
      await stripe.sandbox.stop()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

export type RunningStripe = Awaited<ReturnType<typeof startStripe>>

/** A press on the button of the hosted page that pays. */
export const payButton = {
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'action=pay',
} as const
