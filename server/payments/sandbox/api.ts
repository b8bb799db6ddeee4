import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import type { Log } from '../../log/log.ts'
import { act } from './actions.ts'
import { asCreated, type Checkout, newCheckout, refundedCents } from './checkout.ts'
import type { Memory } from './memory.ts'
import {
  chargeObject,
  invoiceObject,
  type Moment,
  paymentObject,
  paymentOfCharge,
  priceObject,
  refundObject,
  sessionObject,
} from './objects.ts'
import { decodeForm, fields, integer, list, oneOf, Refusal, required, text, url } from './parameters.ts'
import { type Dashboard, readExpiry, readSession } from './session-parameters.ts'

const paging = { limit: integer, starting_after: text() }
const oneSession = fields({ expand: list(oneOf('payment_intent', 'invoice')) })
const sessionList = fields({
  ...paging,
  status: oneOf('open', 'complete', 'expired'),
  created: fields({ gte: integer }),
})
const eventList = fields({ ...paging, types: list(text()), created: fields({ gte: integer, lt: integer }) })
const refundList = fields({ ...paging, payment_intent: text() })
const newEndpoint = fields({
  url,
  api_version: text(),
  enabled_events: list(text()),
  description: text(),
})
const newRefund = fields({ payment_intent: text(), amount: integer })

/** How many checkouts a list of sessions, payments or charges looks through. */
const mostListed = 500

type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'enabled_events' | 'api_version'
>

/** What the seller has set up in the dashboard. */
export interface Account extends Dashboard {
  /** The key that every request must carry. */
  secretKey: string
  webhookEndpoints: WebhookEndpoint[]
}

interface ApiOptions extends Account {
  memory: Memory
  publicUrl: string
  log: Log
  moment: () => Moment
}

const query = (c: Context) => decodeForm(new URL(c.req.url).search.slice(1))
const form = async (c: Context) => decodeForm(await c.req.text())

const missing = (kind: string, id: string) =>
  new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })

const otherRequest = () =>
  new Refusal(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    { type: 'idempotency_error' },
  )

function keyOf(c: Context): string {
  const key = c.req.header('idempotency-key')
  if (!key) throw new Refusal(400, 'The sandbox needs an Idempotency-Key, which the SDK always sends.')
  if (key.length > 255) throw new Refusal(400, 'Idempotency-Key must be at most 255 characters')
  return key
}

/** One page of a list that is sorted newest first. */
function pageOf<T extends { id: string }>(
  c: Context,
  all: T[],
  read: { limit?: number; starting_after?: string },
) {
  const limit = read.limit ?? 10
  if (limit < 1 || limit > 100)
    throw new Refusal(400, 'This value must be between 1 and 100', { param: 'limit' })
  const last = read.starting_after
  const from = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1
  if (last !== undefined && from === 0) throw missing('object', last)
  const data = all.slice(from, from + limit)
  return c.json({ object: 'list', url: c.req.path, has_more: all.length > from + limit, data })
}

/**
 * Stripe's API, as far as the shop uses it (docs.stripe.com/api). The answer to a used idempotency key is the first one: it is
 * computed from what the first call stored, so no answers are kept.
 */
export function sandboxApi(options: ApiOptions): Hono {
  const { memory, secretKey, publicUrl, prices, currency, webhookEndpoints, log, moment } = options
  const now = () => moment().now
  const api = new Hono()

  api.onError((error, c) => {
    if (!(error instanceof Refusal)) {
      log.error('sandbox.failed', { error })
      return c.json({ error: { type: 'api_error', message: 'The sandbox failed.' } }, 500)
    }
    return c.json(error.body, error.status as 400)
  })
  api.notFound(() => {
    throw new Refusal(404, 'Unrecognized request URL.')
  })
  api.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${secretKey}`)
      throw new Refusal(401, 'Invalid API Key provided.')
    c.header('request-id', moment().newId('req'))
    return next()
  })

  api.post('/v1/checkout/sessions', async (c) => {
    const key = keyOf(c)
    const request = readSession(await form(c), options)
    let checkout = await memory.findByKey(key)
    let isReplayed = checkout !== null
    if (!checkout) {
      const { now: createdAt, newId } = moment()
      const times = { createdAt, expiresAt: readExpiry(request, createdAt) }
      checkout = newCheckout(key, request, times, newId)
      if (!(await memory.insert(checkout))) {
        // A call with the same key came in between.
        isReplayed = true
        checkout = await memory.findByKey(key)
      }
    }
    if (!checkout) throw new Error('The checkout of this key has just been deleted.')
    if (JSON.stringify(checkout.request) !== JSON.stringify(request)) throw otherRequest()
    if (isReplayed) c.header('idempotent-replayed', 'true')
    return c.json(sessionObject(asCreated(checkout), checkout.createdAt, publicUrl))
  })

  async function session(id: string): Promise<Checkout> {
    const checkout = await memory.find(id)
    if (!checkout) throw missing('checkout.session', id)
    return checkout
  }

  api.get('/v1/checkout/sessions', async (c) => {
    const read = sessionList(query(c), '')
    const isFiltered = read.status !== undefined || read.starting_after !== undefined
    const rows = isFiltered ? mostListed : (read.limit ?? 10) + 1
    const checkouts = await memory.list((read.created?.gte ?? 0) * 1000, rows)
    const all = checkouts.map((checkout) => sessionObject(checkout, now(), publicUrl))
    return pageOf(c, read.status ? all.filter(({ status }) => status === read.status) : all, read)
  })

  api.get('/v1/checkout/sessions/:id', async (c) => {
    const { expand = [] } = oneSession(query(c), '')
    const checkout = await session(c.req.param('id'))
    const object = sessionObject(checkout, now(), publicUrl)
    const isExpanded = object.payment_intent !== null && expand.includes('payment_intent')
    const isInvoiced = object.invoice !== null && expand.includes('invoice')
    return c.json({
      ...object,
      ...(isExpanded && { payment_intent: paymentObject(checkout) }),
      ...(isInvoiced && { invoice: invoiceObject(checkout, publicUrl) }),
    })
  })

  api.post('/v1/checkout/sessions/:id/expire', async (c) => {
    fields({})(await form(c), '')
    let wasOpen = false
    const checkout = await memory.change(c.req.param('id'), (newest) => {
      const next = act(newest, 'expire', moment())
      wasOpen = next !== null && now() < newest.expiresAt
      return next
    })
    if (!checkout) throw missing('checkout.session', c.req.param('id'))
    if (!wasOpen) throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    return c.json(sessionObject(checkout, now(), publicUrl))
  })

  /** @param kind for the words of the refusal */
  async function payment(id: string, kind = 'payment_intent'): Promise<Checkout> {
    const checkout = await memory.findByPayment(id)
    if (checkout?.status !== 'complete') throw missing(kind, id)
    return checkout
  }
  const payments = async () =>
    (await memory.list(0, mostListed)).filter(({ status }) => status === 'complete')

  api.get('/v1/payment_intents', async (c) =>
    pageOf(c, (await payments()).map(paymentObject), fields(paging)(query(c), '')),
  )
  api.get('/v1/payment_intents/:id', async (c) => c.json(paymentObject(await payment(c.req.param('id')))))

  api.get('/v1/charges', async (c) =>
    pageOf(c, (await payments()).map(chargeObject), fields(paging)(query(c), '')),
  )
  api.get('/v1/charges/:id', async (c) => {
    const id = c.req.param('id')
    const checkout = await payment(paymentOfCharge(id), 'charge')
    return c.json(chargeObject(checkout))
  })

  api.post('/v1/refunds', async (c) => {
    const key = keyOf(c)
    const read = newRefund(await form(c), '')
    const paid = await payment(required(read.payment_intent, 'payment_intent'))
    const known = paid.refunds.find((refund) => refund.key === key)
    const cents = read.amount ?? null
    if (known && cents !== null && cents !== known.cents) throw otherRequest()
    if (cents !== null && cents < 1)
      throw new Refusal(400, 'This value must be greater than or equal to 1.', { param: 'amount' })
    if (paid.payment !== 'paid')
      throw new Refusal(
        400,
        `The PaymentIntent ${paid.paymentId} does not have a successful charge to refund.`,
      )
    const options = { ...moment(), refund: { key, cents } }
    const checkout = await memory.change(paid.id, (newest) => act(newest, 'refund', options))
    const made = checkout?.refunds.find((refund) => refund.key === key)
    if (checkout && made) {
      if (known) c.header('idempotent-replayed', 'true')
      return c.json(refundObject(checkout, { ...made, failed: false }))
    }
    const charge = chargeObject(checkout ?? paid)
    if (refundedCents(checkout ?? paid) >= charge.amount)
      throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge')
  })

  api.get('/v1/refunds', async (c) => {
    const read = refundList(query(c), '')
    if (!read.payment_intent) return pageOf(c, [], read)
    const checkout = await payment(read.payment_intent)
    return pageOf(c, checkout.refunds.map((refund) => refundObject(checkout, refund)).reverse(), read)
  })

  api.get('/v1/events', async (c) => {
    const read = eventList(query(c), '')
    const { types, created } = read
    if (types && types.length > 20) throw new Refusal(400, 'At most 20 types', { param: 'types' })
    const until = created?.lt === undefined ? null : created.lt * 1000
    const events = await memory.listEvents({ since: (created?.gte ?? 0) * 1000, until })
    return pageOf(c, types ? events.filter(({ type }) => types.includes(type)) : events, read)
  })

  api.get('/v1/webhook_endpoints', (c) => pageOf(c, webhookEndpoints, fields(paging)(query(c), '')))

  api.post('/v1/webhook_endpoints', async (c) => {
    const read = newEndpoint(await form(c), '')
    const endpoint = {
      id: moment().newId('we'),
      url: required(read.url, 'url'),
      status: 'enabled',
      enabled_events: required(read.enabled_events, 'enabled_events'),
      api_version: read.api_version ?? null,
    }
    webhookEndpoints.push(endpoint)
    return c.json({ object: 'webhook_endpoint', ...endpoint, secret: moment().newId('whsec') })
  })

  api.get('/v1/prices/:id', (c) => {
    const id = c.req.param('id')
    const cents = prices.get(id)
    if (cents === undefined) throw missing('price', id)
    return c.json(priceObject(id, cents, currency))
  })

  return api
}
