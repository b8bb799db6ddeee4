import { lookUp, type StripeAccount } from './account.ts'
import type { Answer } from './idempotency.ts'
import { type Field, fields, integer, list, metadata, oneOf, Refusal, text } from './parameters.ts'
import { readSession } from './session-parameters.ts'

type Form = { [name: string]: Field }

const paging = { limit: integer, starting_after: text(), ending_before: text() }
const nothing = fields({})
const oneSession = fields({ expand: list(oneOf('payment_intent', 'invoice')) })
const sessionList = fields({
  ...paging,
  status: oneOf('open', 'complete', 'expired'),
  created: fields({ gte: integer }),
})
const eventList = fields({ ...paging, types: list(text()), created: fields({ gte: integer, lt: integer }) })
const refundList = fields({ ...paging, payment_intent: text() })
const newRefund = fields({
  payment_intent: text(),
  amount: integer,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
})

/** One page of a list, newest first, as in Stripe's API. */
function pageOf<T extends { id: string }>(
  all: T[],
  read: { limit?: number; starting_after?: string },
  path: string,
) {
  const newestFirst = [...all].reverse()
  const from = newestFirst.findIndex((object) => object.id === read.starting_after) + 1
  const limit = read.limit ?? 10
  if (limit < 1 || limit > 100)
    throw new Refusal(400, 'This value must be between 1 and 100', { param: 'limit' })
  const data = newestFirst.slice(from, from + limit)
  return { object: 'list', url: path, has_more: newestFirst.length > from + limit, data }
}

/**
 * The part of Stripe's API that a shop with hosted checkouts uses.
 * @param request `form` is the body of a POST or the query of a GET
 * @param emit called with each event that the call causes
 * @throws Refusal
 */
export function route(
  account: StripeAccount,
  request: { method: string; path: string; form: Form; baseUrl: string; now: number },
  emit: (type: string, object: object) => void,
): Answer {
  const { method, path, form } = request
  const [, , resource = '', ...rest] = path.split('/')
  const name = `${method} ${resource}`
  const ok = (body: unknown): Answer => ({ status: 200, body: structuredClone(body) })

  if (name === 'POST checkout' && rest.length === 1) {
    const read = readSession(form, (id) => account.prices.get(id), request.now)
    return ok(account.createSession(read, request.baseUrl))
  }
  if (name === 'GET checkout' && rest.length === 1) {
    const read = sessionList(form, '')
    const all = [...account.sessions.keys()].map((id) => account.session(id))
    const after = read.created?.gte ?? 0
    const matching = all.filter(
      (session) => (!read.status || session.status === read.status) && session.created >= after,
    )
    return ok(pageOf(matching, read, path))
  }
  if (name === 'GET checkout' && rest.length === 2) {
    const { expand } = oneSession(form, '')
    const session = account.session(rest[1] ?? '')
    const payment = expand?.includes('payment_intent') && account.payments.get(session.payment_intent ?? '')
    const invoice = expand?.includes('invoice') && account.invoices.get(session.invoice ?? '')
    return ok({
      ...session,
      ...(payment && { payment_intent: payment }),
      ...(invoice && { invoice }),
    })
  }
  if (name === 'POST checkout' && rest[2] === 'expire') {
    nothing(form, '')
    const session = account.expire(rest[1] ?? '')
    emit('checkout.session.expired', session)
    return ok(session)
  }
  if (name === 'POST refunds' && rest.length === 0) {
    const read = newRefund(form, '')
    const { refund, charge } = account.refund(read.payment_intent ?? '', read.amount)
    emit('refund.created', refund)
    emit('charge.refunded', charge)
    return ok(refund)
  }
  if (name === 'GET refunds' && rest.length === 0) {
    const read = refundList(form, '')
    if (read.payment_intent) lookUp(account.payments, read.payment_intent, 'payment_intent')
    const all = [...account.refunds.values()]
    return ok(
      pageOf(
        all.filter((refund) => !read.payment_intent || refund.payment_intent === read.payment_intent),
        read,
        path,
      ),
    )
  }
  if (rest.length === 0 && name === 'GET events') {
    const read = eventList(form, '')
    const { types, created } = read
    if (types && types.length > 20) throw new Refusal(400, 'At most 20 types', { param: 'types' })
    const matching = account.events.filter(
      (event) =>
        (!types || types.includes(event.type)) &&
        event.created >= (created?.gte ?? 0) &&
        event.created < (created?.lt ?? Number.POSITIVE_INFINITY),
    )
    return ok(pageOf(matching, read, path))
  }
  if (rest.length === 0 && name === 'GET webhook_endpoints')
    return ok(pageOf(account.endpoints, fields(paging)(form, ''), path))
  if (rest.length === 0 && name === 'GET payment_intents')
    return ok(pageOf([...account.payments.values()], fields(paging)(form, ''), path))
  if (rest.length === 0 && name === 'GET charges')
    return ok(pageOf([...account.charges.values()], fields(paging)(form, ''), path))
  nothing(form, '')
  const id = rest[0] ?? ''
  if (name === 'GET payment_intents') return ok(lookUp(account.payments, id, 'payment_intent'))
  if (name === 'GET charges') return ok(lookUp(account.charges, id, 'charge'))
  if (name === 'GET prices') {
    const cents = account.prices.get(id)
    if (cents === undefined) throw new Refusal(404, `No such price: '${id}'`, { code: 'resource_missing' })
    return ok({ id, object: 'price', active: true, currency: 'usd', type: 'one_time', unit_amount: cents })
  }
  throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`)
}
