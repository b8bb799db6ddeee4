import { expect } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import type { Order } from '../../server/database/schema.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { aBuyer } from './a-buyer.ts'
import type { Action } from './bank.ts'
import type { DatabaseConfig } from './databases.ts'
import { openShop } from './shop.ts'
import { openStripe } from './stripe.ts'

/** A shop whose buyers, banks and clock the test moves. Checkouts and signed events go through the app. */
export async function openTill(databaseConfig: DatabaseConfig) {
  const shop = await openShop(databaseConfig)
  const stripe = openStripe({ memory: tableMemory(shop.database), now: shop.now })
  const config = { ...shop.config, trustProxy: 1 }
  const app = createApp({ ...shop, config, payments: stripe.connect() })
  let visits = 0

  return {
    ...shop,
    /** @param time such as `2026-11-02T10:00` */
    at(time: string) {
      shop.clock.now = Date.parse(`${time}Z`)
    },
    /** Opens a checkout. @returns the order */
    async checkOut(name: string): Promise<Order> {
      const answer = await app.request(functions.createCheckout, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++visits}` },
        body: JSON.stringify(aBuyer({ name, email: `${name.toLowerCase()}@example.com` })),
      })
      expect(answer.status).toBe(200)
      const [newest] = await stripe.memory.list(0)
      return findOrder(shop.database, newest?.request.client_reference_id ?? '')
    },
    /** What the buyer, the bank or the seller in the dashboard does. Each event arrives twice. @param cents of a refund */
    async act({ session_id }: Order, action: Action, { cents }: { cents?: number } = {}): Promise<void> {
      const events = await stripe.act(session_id ?? '', action, { cents, isHeld: true })
      for (const event of [...events, ...events]) {
        const sent = { method: 'POST', ...stripe.signed(event) }
        expect((await app.request(functions.paymentWebhook, sent)).status).toBe(200)
      }
    },
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>
