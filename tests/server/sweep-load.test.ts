import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { findOrder } from '../../server/orders/order-rows.ts'
import { sweepOnce } from '../../server/orders/sweep.ts'
import { storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop } from '../support/shop.ts'

const second = 1000
const minute = 60 * second
/** Scaled by 16: an abandoned checkout every 16 seconds, and a provider that takes 4 seconds instead of a quarter. */
const everySeconds = 16
const answerMs = 4 * second
const abreast = 8
/** The pause of `startSweep` between two turns. */
const pause = 15 * second

const folder = temporaryDirectory()
afterAll(() => rmSync(folder.path, { recursive: true, force: true }))

test('while one checkout a second is abandoned, a payment without its event is found within 5 minutes', async () => {
  const shop = await openShop({ dataDir: folder.path, databaseUrl: null })
  let orders = 0
  const abandon = async (createdAt: number) => {
    const key = `key-${orders++}`
    const session = await shop.payments.createSession(JSON.stringify({ amountCents: 34800 }), key)
    const id = await storeOrder(shop.database, {
      status: 'open',
      session_id: session.id,
      created_at: createdAt,
      expires_at: createdAt + 31 * minute,
      completed_at: null,
      paid_at: null,
    })
    return { id, session, createdAt }
  }
  // The orders of half an hour. Each was checked at different times.
  const open: Awaited<ReturnType<typeof abandon>>[] = []
  const start = shop.now()
  for (let age = 31 * minute; age > 0; age -= everySeconds * second) open.push(await abandon(start - age))
  let calls = 0
  shop.payments.trouble = () => {
    calls++
  }
  const lost: { id: string; paidAt: number }[] = []
  const found = new Map<string, number>()
  let longestTurn = 0
  const payOne = () => {
    const fresh = open.filter(({ createdAt }) => createdAt > shop.now() - 30 * minute)
    const chosen = fresh[(lost.length * 97) % fresh.length]
    if (!chosen || lost.some(({ id }) => id === chosen.id)) return
    shop.payments.pay(chosen.session)
    lost.push({ id: chosen.id, paidAt: shop.now() })
  }
  // The first turns check orders that were never checked. Payments after that count.
  while (shop.now() < start + 14 * minute) {
    calls = 0
    await sweepOnce(shop)
    const turn = (calls * answerMs) / abreast
    const until = shop.now() + turn + pause
    while (shop.now() + everySeconds * second <= until) {
      shop.clock.now += everySeconds * second
      open.push(await abandon(shop.now()))
    }
    shop.clock.now = until
    for (const { id } of lost)
      if (!found.has(id) && (await findOrder(shop.database, id)).status === 'paid')
        found.set(id, shop.now() - pause)
    if (shop.now() < start + 4 * minute) continue
    longestTurn = Math.max(longestTurn, turn)
    if (shop.now() < start + 9 * minute) payOne()
  }
  const waited = lost.map(({ id, paidAt }) => (found.get(id) ?? Number.POSITIVE_INFINITY) - paidAt)
  expect(lost.length).toBeGreaterThan(5)
  expect(Math.max(...waited)).toBeLessThanOrEqual(5 * minute)
  expect(longestTurn).toBeLessThan(minute)
  await shop.database.destroy()
})
