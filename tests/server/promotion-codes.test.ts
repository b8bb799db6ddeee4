import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { promotion } from '#content/promotion.ts'
import type { Offer } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { mostAsked, mostWaiting } from '../../server/checkout/promotions.ts'
import type { Order } from '../../server/database/schema.ts'
import { sandboxCode } from '../../server/payments/sandbox/codes.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { billedPrice } from '../support/shown-price.ts'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts'

let folder: ReturnType<typeof temporaryDirectory>
let shop: TestShop
let stripe: StripeStandIn
let app: ReturnType<typeof createApp>
let server: ReturnType<typeof createAdaptorServer>

beforeEach(async () => {
  folder = temporaryDirectory()
  shop = await openShop({ databaseUrl: null, dataDir: folder.path })
  stripe = await startStripeStandIn({ now: shop.now })
  const { url: apiUrl, secretKey, webhookSecret } = stripe
  const payments = createStripeProvider({ name: 'stripe', secretKey, apiUrl, webhookSecret, now: shop.now })
  app = createApp({ ...shop, payments, config: { ...shop.config, trustProxy: 1 } })
  server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  stripe.setWebhookUrl(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${functions.paymentWebhook}`,
  )
})
afterEach(async () => {
  await stripe.stop()
  server.close()
  await shop.database.destroy()
  folder.remove()
})

const client = { 'x-forwarded-for': '198.51.100.7' }
const offer = async (code: string): Promise<Offer> =>
  (await app.request(`${functions.offer}?code=${encodeURIComponent(code)}`, { headers: client })).json()
const buy = (code: string, email = 'ada@example.com') =>
  app.request(functions.createCheckout, {
    method: 'POST',
    headers: { ...client, 'content-type': 'application/json' },
    body: JSON.stringify({ ...aBuyer({ email }), code }),
  })
const buyByForm = (code: string) =>
  app.request(functions.createCheckout, {
    method: 'POST',
    headers: client,
    body: new URLSearchParams({ ...aBuyer(), code }),
  })
const urlOf = async (answer: Response | Promise<Response>) =>
  ((await (await answer).json()) as { url: string }).url
const orders = (): Promise<Order[]> =>
  shop.database.selectFrom('orders').selectAll().orderBy('amount_cents').execute()
const mails = async () =>
  (await shop.database.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
const asked = () => stripe.requests.filter(({ path }) => path === '/v1/promotion_codes').length
const add = (...codes: Parameters<typeof sandboxCode>[]) =>
  stripe.promotionCodes.push(...codes.map((code) => sandboxCode(...code)))

test.each([
  ['with an early-bird seat', 50, 27840],
  ['without one', 0, 39760],
])('the hosted page charges what the offer said, %s', async (_, earlyBirdSeats, cents) => {
  shop.prices.earlyBirdSeats = earlyBirdSeats
  expect((await offer('launch20')).promotion).toEqual({ code: 'LAUNCH20', priceCents: cents })

  const url = await urlOf(buy('launch20'))
  expect(await (await fetch(url)).text()).toContain(`Pay ${billedPrice(cents)}`)
  const [session] = stripe.sessions()
  expect(session).toMatchObject({ amount_total: cents, metadata: { promotion_code: 'LAUNCH20' } })
  await stripe.pay(session?.id ?? '')
  const [order] = await orders()
  expect(order).toMatchObject({
    status: 'paid',
    promotion_code: 'LAUNCH20',
    amount_cents: cents,
    charged_cents: cents,
  })
  expect(await mails()).toEqual(['receipt', 'sale'])
})

test('the code is a part of what makes an open order the same order', async () => {
  const first = await urlOf(buy('LAUNCH20'))
  expect(await urlOf(buy('launch20'))).toBe(first)
  expect(await urlOf(buy(''))).not.toBe(first)
  expect(await urlOf(buy('LAUNCH20'))).toBe(first)
  expect((await orders()).map((order) => [order.promotion_code, order.amount_cents])).toEqual([
    ['LAUNCH20', 27840],
    [null, 34800],
  ])
})

test('a form buys with the code, too', async () => {
  const answer = await buyByForm('LAUNCH20')
  expect(answer.status).toBe(303)
  expect(await (await fetch(answer.headers.get('location') ?? '')).text()).toContain(
    `Pay ${billedPrice(27840)}`,
  )
})

test('whoever cancels on the hosted page comes back to the price with the code', async () => {
  await buy('LAUNCH20')
  await buy('', 'bob@example.com')
  const leadTo = (await orders()).map(({ request }) => new URL(JSON.parse(request).cancel_url))
  expect(leadTo.map(({ pathname, search, hash }) => pathname + search + hash)).toEqual([
    '/?code=LAUNCH20#pricing',
    '/#pricing',
  ])
})

test('a code that takes nothing off says so, and the purchase goes on without it', async () => {
  add(
    ['BOUND', { percent_off: 20, applies_to: { products: ['prod_other'] } }],
    [
      'FIRST',
      { percent_off: 20 },
      { restrictions: { first_time_transaction: true, minimum_amount: null, minimum_amount_currency: null } },
    ],
    [
      'LARGE',
      { percent_off: 20 },
      {
        restrictions: {
          first_time_transaction: false,
          minimum_amount: 40000,
          minimum_amount_currency: 'usd',
        },
      },
    ],
    ['EUROS', { amount_off: 1000, currency: 'eur' }],
    ['ONEBUYER', { percent_off: 20 }, { customer: 'cus_1' }],
    ['OVER', { percent_off: 20, valid: false }],
  )
  for (const [code, problem] of [
    ['ENDED', 'ended'],
    ['OVER', 'ended'],
    ['NOBODY', 'unknown'],
    ['no such code', 'unknown'],
    ['BOUND', 'unusable'],
    ['FIRST', 'unusable'],
    ['LARGE', 'unusable'],
    ['EUROS', 'unusable'],
    ['ONEBUYER', 'unusable'],
  ] as const) {
    expect(await offer(code), code).toMatchObject({ priceCents: 34800, promotion: { problem } })
  }
  const answer = await buy('ENDED')
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({ error: promotion.refused })
  const again = await buyByForm('ENDED')
  expect(again.status).toBe(409)
  const page = await again.text()
  expect(page).toContain(promotion.refused)
  expect(page).toContain('value="ada@example.com"')
  expect(page).not.toContain('name="code"')
  expect(await orders()).toEqual([])
})

test('an amount off and a least price count; what costs nothing is free', async () => {
  add(
    [
      'TENOFF',
      { amount_off: 1000, currency: 'usd' },
      {
        restrictions: {
          first_time_transaction: false,
          minimum_amount: 34800,
          minimum_amount_currency: 'usd',
        },
      },
    ],
    ['FREE', { percent_off: 100 }],
    ['THIRD', { percent_off: 33.33 }],
  )
  expect((await offer('TENOFF')).promotion).toEqual({ code: 'TENOFF', priceCents: 33800 })
  expect((await offer('FREE')).promotion).toEqual({ code: 'FREE', priceCents: 0 })
  expect((await offer('THIRD')).promotion).toEqual({ code: 'THIRD', priceCents: 23201 })
  expect(await (await fetch(await urlOf(buy('FREE')))).text()).toContain(`Pay ${billedPrice(0)}`)
  const [session] = stripe.sessions()
  await stripe.pay(session?.id ?? '')
  expect((await orders())[0]).toMatchObject({ status: 'paid', charged_cents: 0, payment_id: null })
  expect(await mails()).toEqual(['receipt', 'sale'])
})

test('a code that ends between the page and the checkout is refused, and no page shows its price again', async () => {
  await offer('LAUNCH20')
  stripe.promotionCodes.splice(0, 1, sandboxCode('LAUNCH20', { percent_off: 20 }, { active: false }))
  expect((await buy('LAUNCH20')).status).toBe(409)
  expect((await offer('LAUNCH20')).promotion).toEqual({ problem: 'ended' })
  expect((await orders()).map(({ status }) => status)).toEqual(['failed'])
  expect((await buy('')).status).toBe(200)
})

test('checkouts with a code that does not exist yet do not keep its promotion from starting', async () => {
  expect((await buy('SOON')).status).toBe(409)
  expect((await offer('SOON')).promotion).toEqual({ problem: 'unknown' })
  shop.clock.now += 50_000
  expect((await buy('SOON')).status).toBe(409)
  add(['SOON', { percent_off: 20 }])
  shop.clock.now += 10_000
  expect((await offer('SOON')).promotion).toEqual({ code: 'SOON', priceCents: 27840 })
})

test('codes from many networks at once leave Stripe room for the checkouts', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const tried = 2 * (mostAsked + mostWaiting)
  stripe.faults.add('GET /v1/promotion_codes', ...Array.from({ length: tried }, () => ({ until: released })))
  let answered = 0
  const offers = Array.from({ length: tried }, async (_, at) => {
    const headers = { 'x-forwarded-for': `198.51.100.${at}` }
    const answer = await app.request(`${functions.offer}?code=X${at}`, { headers })
    expect(answer.status).toBe(200)
    answered++
    return (await answer.json()) as Offer
  })
  await vi.waitFor(() => expect(answered).toBe(tried / 2))
  await vi.waitFor(() => expect(asked()).toBe(mostAsked))
  expect((await buy('')).status).toBe(200)
  release()
  for (const { promotion } of (await Promise.all(offers)).slice(mostAsked + mostWaiting))
    expect(promotion).toEqual({ problem: 'unchecked' })
})

test('Stripe hears of a code once a minute, and an answer that does not come leaves the price', async () => {
  await Promise.all([offer('LAUNCH20'), offer('launch20'), buy('Launch20')])
  expect(asked()).toBe(1)
  shop.clock.now += 60_000
  await offer('LAUNCH20')
  expect(asked()).toBe(2)

  stripe.faults.add('GET /v1/promotion_codes', '403')
  expect(await offer('OTHER')).toMatchObject({ priceCents: 34800, promotion: { problem: 'unchecked' } })
  expect((await buy('OTHER')).status).toBe(503)
  shop.clock.now += 5000
  expect((await offer('OTHER')).promotion).toEqual({ problem: 'unknown' })
})

test('a network can try a minute’s worth of codes, and offers without a code do not count', async () => {
  const statuses = []
  for (let tried = 0; tried < 61; tried++)
    statuses.push((await app.request(`${functions.offer}?code=X${tried}`, { headers: client })).status)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(statuses[60]).toBe(429)
  expect((await app.request(functions.offer, { headers: client })).status).toBe(200)
})

test('the provider’s record of a sale has its code and its price', async () => {
  await buy('LAUNCH20')
  const { url: apiUrl, secretKey } = stripe
  const payments = createStripeProvider({
    name: 'stripe',
    secretKey,
    apiUrl,
    webhookSecret: null,
    now: shop.now,
  })
  expect(await payments.findSale(stripe.sessions()[0]?.id ?? '')).toMatchObject({
    amountCents: 27840,
    promotionCode: 'LAUNCH20',
  })
})
