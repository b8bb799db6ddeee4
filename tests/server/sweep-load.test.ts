import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { findOrder } from '../../server/orders/find-orders.ts'
import { sweepOnce } from '../../server/orders/sweep.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { sessionInput } from '../support/session-input.ts'
import { openShop } from '../support/shop.ts'

const second = 1000
const minute = 60 * second
/** The load is scaled by 16: one abandoned checkout every 16 s, and a provider that answers in 4 s instead of 0.25 s. */
const everySeconds = 16
const answerMs = 4 * second
const concurrency = 8
/** The pause of `startSweep` between two sweeps. */
const pause = 15 * second

const folder = temporaryDirectory()
afterAll(() => rmSync(folder.path, { recursive: true, force: true }))

test('while one checkout a second is abandoned, a payment without its event is found within 5 minutes', async () => {
  const shop = await openShop({ dataDir: folder.path, databaseUrl: null })
  let orders = 0
  const abandon = async (createdAt: number) => {
    const key = `key-${orders++}`
    const now = shop.clock.now
    shop.clock.now = createdAt
    const request = sessionRequest(sessionInput(createdAt + 31 * minute))
    const session = await shop.payments.createSession(request, key)
    shop.clock.now = now
    const email = `${key}@example.com`
    const id = await storeOrder(shop.database, {
      email,
      email_key: email,
      status: 'open',
      session_id: session.id,
      created_at: createdAt,
      expires_at: createdAt + 31 * minute,
      completed_at: null,
      paid_at: null,
    })
    return { id, session, createdAt }
  }
  // The shop starts with the open orders of the last 31 minutes.
  const open: Awaited<ReturnType<typeof abandon>>[] = []
  const start = shop.now()
  for (let age = 31 * minute; age > 0; age -= everySeconds * second) open.push(await abandon(start - age))
  const lost: { id: string; paidAt: number }[] = []
  const foundAt = new Map<string, number>()
  let longestSweep = 0
  const payOne = async () => {
    const fresh = open.filter(({ createdAt }) => createdAt > shop.now() - 30 * minute)
    const chosen = fresh[(lost.length * 97) % fresh.length]
    if (!chosen || lost.some(({ id }) => id === chosen.id)) return
    await shop.stripe.pay(chosen.session.id)
    lost.push({ id: chosen.id, paidAt: shop.now() })
  }
  // The first sweeps check all orders for the first time. Payments count only after that.
  while (shop.now() < start + 14 * minute) {
    const before = shop.stripe.requests.length
    await sweepOnce(shop)
    const duration = ((shop.stripe.requests.length - before) * answerMs) / concurrency
    const until = shop.now() + duration + pause
    while (shop.now() + everySeconds * second <= until) {
      shop.clock.now += everySeconds * second
      open.push(await abandon(shop.now()))
    }
    shop.clock.now = until
    for (const { id } of lost)
      if (!foundAt.has(id) && (await findOrder(shop.database, id)).status === 'paid')
        foundAt.set(id, shop.now() - pause)
    if (shop.now() < start + 4 * minute) continue
    longestSweep = Math.max(longestSweep, duration)
    if (shop.now() < start + 9 * minute) await payOne()
  }
  const delays = lost.map(({ id, paidAt }) => (foundAt.get(id) ?? Number.POSITIVE_INFINITY) - paidAt)
  expect(lost.length).toBeGreaterThan(5)
  expect(Math.max(...delays)).toBeLessThanOrEqual(5 * minute)
  expect(longestSweep).toBeLessThan(minute)
  await shop.database.destroy()
})
