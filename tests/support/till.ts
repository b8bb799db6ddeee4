import { expect } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import type { Order } from '../../server/database/schema.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import type { SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { aBuyer } from './a-buyer.ts'
import type { Action } from './bank.ts'
import type { DatabaseConfig } from './databases.ts'
import { openShop } from './shop.ts'
import { openStripe } from './stripe.ts'

/**
 * A shop whose buyers, banks and clock the test moves. Checkouts and signed events go through the app, and the adapter speaks to the
 * sandbox.
 */
export async function openTill(databaseConfig: DatabaseConfig) {
  const shop = await openShop(databaseConfig)
  const { now } = shop
  const stripe = openStripe({ memory: tableMemory(shop.database), now })
  const { memory, faults } = stripe
  const deps = { ...shop, config: { ...shop.config, trustProxy: 1 }, payments: stripe.connect() }
  const app = createApp(deps)
  let visits = 0

  async function send(event: SandboxEvent): Promise<void> {
    const answer = await app.request(functions.paymentWebhook, { method: 'POST', ...stripe.signed(event) })
    expect(answer.status).toBe(200)
  }

  return {
    ...shop,
    deps,
    memory,
    faults,
    send,
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
      const [newest] = await memory.list(0)
      return findOrder(shop.database, newest?.request.client_reference_id ?? '')
    },
    /**
     * What the buyer, the bank or the seller in the dashboard does.
     * @param options `cents`: of a refund; `delivers`: whether the events arrive, each of them twice
     * @returns the events
     */
    async act(
      order: Order,
      action: Action,
      { delivers = true, cents }: { delivers?: boolean; cents?: number } = {},
    ): Promise<SandboxEvent[]> {
      const events = await stripe.act(order.session_id ?? '', action, { cents, isHeld: true })
      if (delivers) for (const event of [...events, ...events]) await send(event)
      return events
    },
    /** Delivers all events of an order, also those that have arrived before. */
    async deliverAll({ session_id }: Order): Promise<void> {
      const checkout = await memory.find(session_id ?? '')
      for (const event of checkout?.events ?? []) await send(event)
    },
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>
