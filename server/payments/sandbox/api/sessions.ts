import { Hono } from 'hono'
import { act } from '../actions.ts'
import { asCreated, type Checkout, newCheckout } from '../checkout.ts'
import { paymentObject, sessionObject } from '../objects.ts'
import { fields, integer, list, oneOf, Refusal } from '../parameters.ts'
import { readExpiry, readSession } from '../session-parameters.ts'
import {
  type ApiOptions,
  form,
  keyOf,
  missing,
  mostListed,
  otherRequest,
  pageOf,
  paging,
  query,
} from './request.ts'

const oneSession = fields({ expand: list(oneOf('payment_intent')) })
const sessionList = fields({
  ...paging,
  status: oneOf('open', 'complete', 'expired'),
  created: fields({ gte: integer }),
})

/** Checkout Sessions (docs.stripe.com/api/checkout/sessions). */
export function sessionRoutes(options: ApiOptions): Hono {
  const { memory, publicUrl, moment } = options
  const now = () => moment().now
  const api = new Hono()

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
    return c.json({ ...object, ...(isExpanded && { payment_intent: paymentObject(checkout) }) })
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

  return api
}
