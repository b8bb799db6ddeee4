import { Hono } from 'hono'
import { priceObject } from '../objects.ts'
import { fields, integer, list, oneOf, Refusal, required, text, url } from '../parameters.ts'
import { type ApiOptions, form, missing, pageOf, paging, query } from './request.ts'

const eventList = fields({ ...paging, types: list(text()), created: fields({ gte: integer, lt: integer }) })
const couponOfCode = 'data.promotion.coupon.applies_to'
const codeList = fields({ ...paging, code: text(), expand: list(oneOf(couponOfCode)) })
const newEndpoint = fields({
  url,
  api_version: text(),
  enabled_events: list(text()),
  description: text(),
})

/** What the seller sees in the dashboard: events, webhook endpoints, prices and codes. */
export function dashboardRoutes(options: ApiOptions): Hono {
  const { memory, prices, promotionCodes, currency, webhookEndpoints, moment } = options
  const api = new Hono()

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

  api.get('/v1/promotion_codes', (c) => {
    const read = codeList(query(c), '')
    const isExpanded = read.expand?.includes(couponOfCode) ?? false
    const wanted = read.code?.toLowerCase()
    const found = promotionCodes.filter(({ code }) => wanted === undefined || code.toLowerCase() === wanted)
    const shown = found.map((code) => {
      const { coupon, type } = code.promotion
      return { ...code, promotion: { type, coupon: isExpanded ? coupon : coupon.id } }
    })
    return pageOf(c, shown, read)
  })

  api.get('/v1/coupons', (c) => {
    const coupons = promotionCodes.map(({ promotion }) => promotion.coupon)
    return pageOf(c, coupons, fields(paging)(query(c), ''))
  })

  return api
}
