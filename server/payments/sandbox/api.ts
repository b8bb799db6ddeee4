import { type Context, Hono } from 'hono'
import { limitLog } from '../../log/limited-log.ts'
import type { Log } from '../../log/log.ts'
import { applyAction } from './actions.ts'
import { type Checkout, isPayable, newCheckout, type SessionRequest, sessionIdOf } from './checkout.ts'
import type { Memory } from './memory.ts'
import { disputeObject, type Moment, paymentObject, refundObject, sessionObject } from './objects.ts'

/** A refusal in Stripe's words (docs.stripe.com/api/errors). */
class Refusal extends Error {
  readonly status: 400 | 401 | 404
  readonly error: Record<string, string>
  constructor(status: Refusal['status'], message: string, rest: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.error = { type: 'invalid_request_error', message, ...rest }
  }
}

const missing = (kind: string, id: string) =>
  new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })

type Fields = { [name: string]: string | Fields }

/** Fields in brackets become objects: `a[b][0]=c` is `{a: {b: {0: 'c'}}}`. */
function decode(encoded: string): Fields {
  const root: Fields = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const keys = [...name.matchAll(/[^[\]]+/g)].map(([key]) => key)
    const last = keys.pop() ?? ''
    const inner = keys.reduce((at, key) => {
      at[key] ??= {}
      return at[key] as Fields
    }, root)
    inner[last] = value
  }
  return root
}

const readForm = async (c: Context) => decode(await c.req.text())
const readQuery = (c: Context) => decode(new URL(c.req.url).search.slice(1))

/** One page of a list that is sorted newest first. */
function pageOf(c: Context, all: { id: string }[]) {
  const from = all.findIndex(({ id }) => id === c.req.query('starting_after')) + 1
  const end = from + Number(c.req.query('limit') ?? 10)
  return c.json({
    object: 'list',
    url: c.req.path,
    has_more: all.length > end,
    data: all.slice(from, end),
  })
}

const second = 1000
const minute = 60 * second

/** Stripe allows 30 minutes to 24 hours (docs.stripe.com/api/checkout/sessions/create, `expires_at`). */
function checkExpiry({ expiresAt, createdAt }: Checkout) {
  const life = expiresAt - createdAt
  // Times of Stripe are in seconds. Written so that a missing time, which is not a number, is refused.
  if (!(life > 30 * minute - second && life <= 24 * 60 * minute))
    throw new Refusal(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
}

/**
 * Stripe's API, as far as the adapter uses it (docs.stripe.com/api). It does not check parameters: the SDK's types do that when the
 * shop is built. The answer to a used idempotency key is computed from what the first call stored, so no answers are kept.
 */
export function sandboxApi(options: {
  memory: Memory
  publicUrl: string
  log: Log
  secretKey: string
  moment: () => Moment
}): Hono {
  const { memory, publicUrl, secretKey, moment } = options
  const now = () => moment().now
  const log = limitLog(options.log, now)
  const show = (checkout: Checkout) => sessionObject(checkout, now(), publicUrl)
  const api = new Hono()

  api.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ error: error.error }, error.status)
    log.error('sandbox.failed', { error })
    return c.json({ error: { type: 'api_error', message: 'The sandbox failed.' } }, 500)
  })
  api.notFound(() => {
    throw new Refusal(404, 'Unrecognized request URL.')
  })
  api.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${secretKey}`)
      throw new Refusal(401, 'Invalid API Key provided.')
    return next()
  })

  /** The checkout of a key, and whether an earlier call made it. */
  async function findOrCreate(key: string, request: SessionRequest) {
    const known = await memory.findByKey(key)
    if (known) return { checkout: known, isReplayed: true }
    const checkout = newCheckout(moment().newId('cs'), key, request, now())
    checkExpiry(checkout)
    if (await memory.insert(checkout)) return { checkout, isReplayed: false }
    // A call with the same key came in between.
    const other = await memory.findByKey(key)
    if (!other) throw new Error('The checkout of this key has just been deleted.')
    return { checkout: other, isReplayed: true }
  }

  api.post('/v1/checkout/sessions', async (c) => {
    const request = (await readForm(c)) as unknown as SessionRequest
    const { checkout, isReplayed } = await findOrCreate(c.req.header('idempotency-key') ?? '', request)
    if (JSON.stringify(checkout.request) !== JSON.stringify(request))
      throw new Refusal(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      )
    if (isReplayed) c.header('idempotent-replayed', 'true')
    const asCreated: Checkout = { ...checkout, status: 'open', payment: 'unpaid', discount: 0 }
    return c.json(sessionObject(asCreated, checkout.createdAt, publicUrl))
  })

  api.get('/v1/checkout/sessions', async (c) => {
    const { payment_intent: payment, status } = c.req.query()
    const since = Number(c.req.query('created[gte]') ?? 0) * second
    const found = payment ? [await memory.find(sessionIdOf(payment))] : await memory.list(since)
    const sessions = found.filter((checkout) => checkout !== null).map(show)
    return pageOf(
      c,
      sessions.filter((session) => !status || session.status === status),
    )
  })

  const known = (checkout: Checkout | null, id: string): Checkout => {
    if (!checkout) throw missing('checkout.session', id)
    return checkout
  }

  api.get('/v1/checkout/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const checkout = known(await memory.find(id), id)
    const session = show(checkout)
    const isExpanded = session.payment_intent !== null && c.req.query('expand[0]') === 'payment_intent'
    return c.json({ ...session, ...(isExpanded && { payment_intent: paymentObject(checkout) }) })
  })

  api.post('/v1/checkout/sessions/:id', async (c) => {
    const id = c.req.param('id')
    const { metadata } = (await readForm(c)) as Pick<SessionRequest, 'metadata'>
    const changed = await memory.change(id, (newest) => {
      const merged = { ...newest.request.metadata, ...metadata }
      // An empty value deletes its key.
      const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
      return { ...newest, request: { ...newest.request, metadata: kept } }
    })
    return c.json(show(known(changed, id)))
  })

  api.post('/v1/checkout/sessions/:id/expire', async (c) => {
    const id = c.req.param('id')
    let wasOpen = false
    const ended = await memory.change(id, (newest) => {
      wasOpen = isPayable(newest, now())
      return applyAction(newest, 'expire', moment())
    })
    const checkout = known(ended, id)
    if (!wasOpen) throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    return c.json(show(checkout))
  })

  /** The checkout of a payment. */
  async function paid(id: string): Promise<Checkout> {
    const checkout = await memory.find(sessionIdOf(id))
    if (checkout?.status !== 'complete') throw missing('payment_intent', id)
    return checkout
  }

  api.get('/v1/payment_intents/:id', async (c) => c.json(paymentObject(await paid(c.req.param('id')))))

  api.get('/v1/refunds', async (c) => {
    const checkout = await paid(c.req.query('payment_intent') ?? '')
    return pageOf(c, checkout.refunds.map((refund) => refundObject(checkout, refund)).reverse())
  })

  api.get('/v1/disputes', async (c) => {
    const checkout = await paid(c.req.query('payment_intent') ?? '')
    return pageOf(
      c,
      checkout.disputes.map((dispute) => disputeObject(checkout, dispute)),
    )
  })

  api.get('/v1/events', async (c) => {
    const since = Number(c.req.query('created[gte]') ?? 0)
    const types = Object.values(readQuery(c).types ?? {})
    const events = (await memory.list(since * second))
      .flatMap(({ events }) => events.toReversed())
      .filter(({ created, type }) => created >= since && types.includes(type))
      .sort((a, b) => b.created - a.created)
    return pageOf(c, events)
  })

  return api
}
