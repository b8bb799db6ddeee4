import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { messages } from '#content/messages.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const minute = 60_000
const held = 3

onBothDatabases('the limit of unpaid seats per client', (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>
  let buyers = 0

  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    shop.config = { ...shop.config, trustProxy: 1 }
    app = createApp(shop)
  })
  afterEach(() => shop.database.destroy())

  const request = (client: string, body: BodyInit, type: string) =>
    app.request(functions.createCheckout, {
      method: 'POST',
      headers: { 'content-type': type, 'x-forwarded-for': client },
      body,
    })
  /** Starts a checkout. By default, each call is by a new buyer. */
  const buy = (client: string, email = `buyer-${++buyers}@example.com`) =>
    request(client, JSON.stringify(aBuyer({ email })), 'application/json')
  const statusesOf = async (answers: (Promise<Response> | Response)[]) =>
    (await Promise.all(answers)).map((answer) => answer.status).sort()
  const orders = () => shop.database.selectFrom('orders').selectAll().orderBy('created_at').execute()
  const left = async () =>
    ((await (await app.request(functions.offer)).json()) as { earlyBird: { left: number } }).earlyBird.left
  /** The address of an IPv6 client. The clients share a /48, but each has a separate /64. */
  const neighbor = (n: number) => `2001:db8:1:${n.toString(16)}::1`

  test('is three, even with simultaneous requests', async () => {
    const statuses = await statusesOf(Array.from({ length: 20 }, (_, n) => buy(neighbor(n))))
    expect(statuses).toEqual([...Array(held).fill(200), ...Array(20 - held).fill(429)])
    expect(await orders()).toHaveLength(held)
    expect(await left()).toBe(catalog.earlyBirdSeats - held)
    expect(await statusesOf([buy('2001:db8:2::1'), buy('203.0.113.1')])).toEqual([200, 200])
  })

  test('has an answer that says when a seat is free again, and how to finish a checkout', async () => {
    await buy('203.0.113.1', 'ada@example.com')
    shop.clock.now += 5 * minute
    for (let n = 1; n < held; n++) await buy('203.0.113.1')
    const refused = await buy('203.0.113.1')
    expect(refused.status).toBe(429)
    // 26 minutes to the first expiry, and one for the provider to confirm it.
    expect(refused.headers.get('retry-after')).toBe(String(27 * 60))
    expect(await refused.json()).toEqual({
      error: messages.checkout.tooMany(3, 27),
    })
    expect((await buy('203.0.113.1', 'ada@example.com')).status).toBe(200)
    expect(await orders()).toHaveLength(held)
  })

  test('also applies without scripts, with a page that keeps the input', async () => {
    for (let n = 0; n < held; n++) await buy('203.0.113.1')
    const form = new URLSearchParams(aBuyer({ name: 'Grace "Amazing" Hopper', email: 'grace@example.com' }))
    const refused = await request('203.0.113.1', form, 'application/x-www-form-urlencoded')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(32 * 60))
    const page = await refused.text()
    expect(page).toContain(messages.checkout.tooMany(3, 32))
    expect(page).toContain('value="Grace &quot;Amazing&quot; Hopper"')
    expect(page).toContain('value="grace@example.com"')
  })

  test('does not count the same person twice', async () => {
    for (let n = 0; n < 5; n++) expect((await buy('203.0.113.1', 'ada@example.com')).status).toBe(200)
    expect(await statusesOf([buy('203.0.113.1'), buy('203.0.113.1')])).toEqual([200, 200])
    expect((await buy('203.0.113.1')).status).toBe(429)
  })

  test('lets a buyer finish a checkout that cannot be replaced', async () => {
    await buy('203.0.113.1', 'ada@example.com')
    for (let n = 1; n < held; n++) await buy('203.0.113.1')
    shop.clock.now += 25 * minute
    expect((await buy('203.0.113.1', 'ada@example.com')).status).toBe(200)
    expect(await orders()).toHaveLength(held)
  })

  test.each([
    ['paid', {}],
    ['expired', { effect: { kind: 'expired' }, effectKey: 'expired' }],
    ['failed', { effect: { kind: 'payment_failed' }, effectKey: 'failed' }],
  ] as const)(
    'no longer counts an order that is %s, and the order forgets its client',
    async (status, event) => {
      for (let n = 0; n < held; n++) await buy('203.0.113.1')
      const [first] = await orders()
      expect(first?.client_key).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(first)).not.toContain('203.0.113.1')
      await applyEvent(shop, shop.stripe.eventOf(first?.session_id ?? null, event))
      const ended = (await orders()).find((order) => order.id === first?.id)
      expect(ended).toMatchObject({ status, client_key: null })
      expect((await buy('203.0.113.1')).status).toBe(200)
      expect((await buy('203.0.113.1')).status).toBe(429)
    },
  )

  test('is twenty where no seat is counted', async () => {
    shop.prices.earlyBirdSeats = 0
    for (let n = 0; n < 20; n++) {
      expect((await buy('203.0.113.1')).status).toBe(200)
      shop.clock.now += 10_000
    }
    const refused = await buy('203.0.113.1')
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: messages.checkout.tooMany(20, 29) },
    ])
    expect((await buy('203.0.113.2')).status).toBe(200)
  })

  test('asks for an hour of patience when a bank has not answered in time', async () => {
    for (let n = 0; n < held; n++) await buy('203.0.113.1')
    const retryAfter = async () => (await buy('203.0.113.1')).headers.get('retry-after')
    shop.clock.now += 24 * 60 * minute
    expect(await retryAfter()).toBe('60')
    const later = {
      effect: { kind: 'completed', paid: false, totalCents: null },
      effectKey: 'unpaid',
    } as const
    for (const { session_id } of await orders())
      await applyEvent(shop, shop.stripe.eventOf(session_id, later))
    expect(await retryAfter()).toBe('3600')
  })
})
