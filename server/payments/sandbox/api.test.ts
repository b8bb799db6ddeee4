import { beforeEach, describe, expect, test } from 'vitest'
import { mapMemory } from '../../../tests/support/stripe-memory.ts'
import { silentLog } from '../../log/log.ts'
import { type Action, act } from './actions.ts'
import { randomId } from './checkout.ts'
import { createSandbox } from './sandbox.ts'

const start = Date.UTC(2026, 10, 1) / 1000
let now: number
let memory: ReturnType<typeof mapMemory>
let server: ReturnType<typeof createSandbox>['access']['server']

beforeEach(() => {
  now = start
  memory = mapMemory()
  server = createSandbox({
    memory,
    secret: 'whsec_1',
    secretKey: 'sk_test_1',
    publicUrl: 'https://pay.example',
    webhookUrl: () => 'http://shop.invalid',
    prices: new Map([['price_1', 34800]]),
    log: silentLog,
    now: () => now * 1000,
  }).access.server
})

async function ask(method: 'GET' | 'POST', path: string, form: Record<string, string> = {}, key = 'key-1') {
  const fields = new URLSearchParams(form)
  const url = `http://stripe.invalid/v1/${path}${method === 'GET' ? `?${fields}` : ''}`
  const headers = { authorization: 'Bearer sk_test_1', 'idempotency-key': key }
  const response = await server(
    new Request(url, { method, headers, ...(method === 'POST' && { body: fields }) }),
  )
  return { status: response.status, headers: response.headers, json: await response.json() }
}
const get = (path: string, query?: Record<string, string>) => ask('GET', path, query)
const post = (path: string, form: Record<string, string>, key?: string) => ask('POST', path, form, key)

const session = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '34800',
  'line_items[0][price_data][product_data][name]': 'The kit',
  client_reference_id: 'order-1',
  customer_email: 'ada@example.com',
  success_url: 'https://shop.example/done?id={CHECKOUT_SESSION_ID}',
}
const newSession = async (form = {}, key?: string): Promise<string> =>
  (await post('checkout/sessions', { ...session, ...form }, key)).json.id
const press = (id: string, action: Action) =>
  memory.change(id, (checkout) => act(checkout, action, { now: now * 1000, live: false, newId: randomId }))
const pay = (id: string) => press(id, 'pay')
async function newPayment(key?: string): Promise<string> {
  const id = await newSession({}, key)
  await pay(id)
  return (await get(`checkout/sessions/${id}`)).json.payment_intent
}
const ids = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id)

describe('every request', () => {
  test('without the secret key is refused', async () => {
    const response = await server(new Request('http://stripe.invalid/v1/events'))
    expect(response.status).toBe(401)
  })

  test('to another address gets status 404, and has an id', async () => {
    const { status, headers, json } = await get('customers')
    expect([status, json.error.type]).toEqual([404, 'invalid_request_error'])
    expect(headers.get('request-id')).toMatch(/^req_/)
  })

  test('to create something needs an idempotency key of at most 255 characters', async () => {
    expect((await post('checkout/sessions', session, '')).status).toBe(400)
    expect((await post('checkout/sessions', session, 'x'.repeat(256))).status).toBe(400)
    expect((await post('checkout/sessions', session, 'x'.repeat(255))).status).toBe(200)
  })

  test('gets a fixed answer when the sandbox itself fails, because answers are stored with orders', async () => {
    memory.findByKey = () => Promise.reject(new Error('select from sandbox_sessions'))
    const broken = createSandbox({
      memory,
      secret: 'whsec_1',
      secretKey: 'sk_test_1',
      publicUrl: 'https://pay.example',
      webhookUrl: () => 'http://shop.invalid',
      log: silentLog,
      now: () => now * 1000,
    })
    server = broken.access.server
    const { status, json } = await post('checkout/sessions', session)
    expect([status, json]).toEqual([500, { error: { type: 'api_error', message: 'The sandbox failed.' } }])
  })
})

describe('sessions', () => {
  test.each([
    ['an unknown parameter', { ui_mod: 'hosted' }, 'parameter_unknown'],
    ['an unknown inner parameter', { 'metadata[a][b]': '1' }, 'parameter_invalid'],
    ['an address with two dots', { customer_email: 'ada@example..com' }, 'email_invalid'],
    ['an expiry in 29 minutes', { expires_at: `${start + 29 * 60}` }, 'parameter_invalid'],
    ['an expiry in 25 hours', { expires_at: `${start + 25 * 3600}` }, 'parameter_invalid'],
    ['no mode', { mode: '' }, 'parameter_invalid_enum'],
    ['an amount below 50 cents', { 'line_items[0][price_data][unit_amount]': '49' }, 'parameter_invalid'],
    [
      'an amount that is no number',
      { 'line_items[0][price_data][unit_amount]': '1e3' },
      'parameter_invalid_integer',
    ],
    ['a price beside its data', { 'line_items[0][price]': 'price_1' }, 'parameter_invalid'],
  ])('with %s are refused as Stripe refuses them, and the key stays free', async (_, form, code) => {
    const { status, json } = await post('checkout/sessions', { ...session, ...form })
    expect([status, json.error.code]).toEqual([400, code])
    expect((await post('checkout/sessions', session)).status).toBe(200)
  })

  test('take a price of the dashboard', async () => {
    const { 'line_items[0][quantity]': _, ...rest } = session
    const form = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('line_items')))
    const priced = { ...form, 'line_items[0][quantity]': '2', 'line_items[0][price]': 'price_1' }
    expect((await post('checkout/sessions', priced)).json.amount_total).toBe(69600)
    const unknown = { ...priced, 'line_items[0][price]': 'price_2' }
    expect((await post('checkout/sessions', unknown, 'key-2')).json.error.code).toBe('resource_missing')
  })

  test('are answered again as they were created, and only to the same parameters', async () => {
    const request = { ...session, expires_at: `${start + 3600}` }
    const first = await post('checkout/sessions', request)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    await pay(first.json.id)
    // A new session would now need a later expiry.
    now += 3500
    const second = await post('checkout/sessions', request)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.json).toEqual(first.json)
    const other = await post('checkout/sessions', { ...request, client_reference_id: 'order-2' })
    expect([other.status, other.json.error.type]).toEqual([400, 'idempotency_error'])
  })

  test('show their payment only if asked, and a page only while they are open', async () => {
    const id = await newSession({ 'invoice_creation[enabled]': 'true' })
    const open = (await get(`checkout/sessions/${id}`, { 'expand[0]': 'payment_intent' })).json
    expect(open).toMatchObject({ status: 'open', payment_intent: null, invoice: null })
    expect(open.url).toBe(`https://pay.example/sandbox/checkout/${id}`)
    await pay(id)
    const paid = (await get(`checkout/sessions/${id}`)).json
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    const expanded = (await get(`checkout/sessions/${id}`, { 'expand[0]': 'payment_intent' })).json
    expect(expanded.payment_intent).toMatchObject({ id: paid.payment_intent, status: 'succeeded' })
    expect((await get(`checkout/sessions/${id}`, { 'expand[0]': 'customer' })).status).toBe(400)
  })

  test('have a numbered invoice once they are paid, if they asked for it', async () => {
    const plain = await newSession({}, 'key-2')
    const id = await newSession({ 'invoice_creation[enabled]': 'true' })
    await Promise.all([pay(plain), pay(id)])
    expect((await get(`checkout/sessions/${plain}`)).json.invoice).toBeNull()
    const { invoice } = (await get(`checkout/sessions/${id}`)).json
    expect((await get(`invoices/${invoice}`)).json).toMatchObject({
      id: invoice,
      object: 'invoice',
      number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
      status: 'paid',
      total: 34800,
      hosted_invoice_url: `https://pay.example/sandbox/invoice/${invoice}`,
    })
    expect(ids(await get('invoices'))).toEqual([invoice])
    expect((await get('invoices/in_other')).json.error.code).toBe('resource_missing')
  })

  test('expire once, and only while they are open', async () => {
    const id = await newSession()
    expect((await post(`checkout/sessions/${id}/expire`, {})).json.status).toBe('expired')
    expect((await post(`checkout/sessions/${id}/expire`, {})).status).toBe(400)
    const late = await newSession({}, 'key-2')
    now += 24 * 3600
    expect((await post(`checkout/sessions/${late}/expire`, {})).status).toBe(400)
    expect((await get(`checkout/sessions/${late}`)).json.status).toBe('expired')
    expect((await post('checkout/sessions/cs_other/expire', {})).json.error.code).toBe('resource_missing')
  })

  test('are listed newest first, in pages, and by status', async () => {
    const created: string[] = []
    for (let index = 0; index < 5; index++) {
      created.unshift(await newSession({}, `key-${index}`))
      now += 1
    }
    const first = await get('checkout/sessions', { limit: '2' })
    expect([ids(first), first.json.has_more]).toEqual([created.slice(0, 2), true])
    const last = await get('checkout/sessions', { limit: '3', starting_after: created[1] ?? '' })
    expect([ids(last), last.json.has_more]).toEqual([created.slice(2), false])
    await pay(created[0] ?? '')
    expect(ids(await get('checkout/sessions', { status: 'complete' }))).toEqual([created[0]])
    expect(ids(await get('checkout/sessions', { 'created[gte]': `${start + 3}` }))).toEqual(
      created.slice(0, 2),
    )
    expect((await get('checkout/sessions', { limit: '101' })).status).toBe(400)
    expect((await get('checkout/sessions', { starting_after: 'cs_other' })).status).toBe(404)
  })
})

describe('refunds', () => {
  test('of more than is left are refused, and a repeated key refunds once', async () => {
    const payment_intent = await newPayment()
    const half = { payment_intent, amount: '17400' }
    const first = await post('refunds', half, 'refund-1')
    const again = await post('refunds', half, 'refund-1')
    expect(again.json).toEqual(first.json)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await post('refunds', { payment_intent, amount: '17401' }, 'refund-2')).status).toBe(400)
    for (const amount of ['0', '-1', '1.5'])
      expect((await post('refunds', { payment_intent, amount }, 'refund-2')).status).toBe(400)
    expect((await post('refunds', { payment_intent }, 'refund-3')).json.amount).toBe(17400)
    const late = await post('refunds', { payment_intent }, 'refund-4')
    expect(late.json.error.code).toBe('charge_already_refunded')
    const listed = await get('refunds', { payment_intent, limit: '1' })
    expect([ids(listed).length, listed.json.has_more]).toEqual([1, true])
  })

  test('need a payment', async () => {
    const unpaid = memory.checkouts.get(await newSession())?.paymentId ?? ''
    for (const payment_intent of [unpaid, 'pi_other'])
      expect((await post('refunds', { payment_intent }, 'refund')).json.error.code).toBe('resource_missing')
    expect((await post('refunds', {}, 'refund')).json.error.code).toBe('parameter_missing')
    const later = await newSession({}, 'key-2')
    await press(later, 'pay-later')
    const waiting = memory.checkouts.get(later)?.paymentId ?? ''
    expect((await post('refunds', { payment_intent: waiting }, 'refund')).json.error.message).toMatch(
      'charge to refund',
    )
  })
})

describe('what the shop only reads', () => {
  test('a payment and its charge are found by each other’s id', async () => {
    const id = await newPayment()
    const payment = (await get(`payment_intents/${id}`)).json
    expect(payment).toMatchObject({ id, amount_received: 34800, status: 'succeeded' })
    const charge = (await get(`charges/${payment.latest_charge}`)).json
    expect(charge).toMatchObject({ payment_intent: id, amount_refunded: 0, refunded: false })
    expect(ids(await get('payment_intents'))).toEqual([id])
    expect((await get('charges/ch_other')).json.error.code).toBe('resource_missing')
  })

  test('events are listed newest first, by type and period', async () => {
    const id = await newSession()
    now += 10
    await pay(id)
    now += 10
    const payment_intent = (await get(`checkout/sessions/${id}`)).json.payment_intent
    await post('refunds', { payment_intent }, 'refund')
    const types = async (query: Record<string, string>) =>
      (await get('events', query)).json.data.map(({ type }: { type: string }) => type)
    const paid = 'checkout.session.completed'
    expect(await types({})).toEqual(['charge.refunded', 'refund.created', paid, 'payment_intent.succeeded'])
    expect(await types({ 'types[0]': paid })).toEqual([paid])
    expect(await types({ 'created[gte]': `${start + 20}` })).toEqual(['charge.refunded', 'refund.created'])
    expect(await types({ 'created[lt]': `${start + 20}`, 'types[0]': 'charge.refunded' })).toEqual([])
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`types[${index}]`, paid]))
    expect((await get('events', many)).status).toBe(400)
  })

  test('prices are those of the dashboard', async () => {
    expect((await get('prices/price_1')).json).toMatchObject({ unit_amount: 34800, currency: 'usd' })
    expect((await get('prices/price_2')).status).toBe(404)
  })
})
