import { expect } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import type { Order } from '../../server/database/schema.ts'
import { silentLog } from '../../server/log/log.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { type Action, type ActionOptions, act } from '../../server/payments/sandbox/actions.ts'
import { randomId, type SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox.ts'
import { tableMemory } from '../../server/payments/sandbox/table.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { signBody } from '../../server/payments/stripe/signature.ts'
import { aBuyer } from './a-buyer.ts'
import type { DatabaseConfig } from './databases.ts'
import { openShop } from './shop.ts'
import { Faults, withFaults } from './stripe-faults.ts'

/**
 * A shop whose buyers, banks and clock the test moves. Checkouts and signed events go through the app, and the adapter speaks to the
 * sandbox.
 */
export async function openTill(databaseConfig: DatabaseConfig) {
  const shop = await openShop(databaseConfig)
  const memory = tableMemory(shop.database)
  const faults = new Faults()
  const { now } = shop
  const sandbox = createSandbox({
    memory,
    secret: 'whsec_till',
    publicUrl: 'https://pay.example',
    webhookUrl: () => 'http://shop.invalid',
    log: silentLog,
    now,
  })
  const payments = createStripeProvider({
    ...sandbox.access,
    server: withFaults(sandbox.access.server, faults),
    name: 'sandbox',
    now,
  })
  const deps = { ...shop, config: { ...shop.config, trustProxy: 1 }, payments }
  const app = createApp(deps)
  let visits = 0

  async function send(event: SandboxEvent): Promise<void> {
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signBody(body, 'whsec_till', now()) }
    const answer = await app.request(functions.paymentWebhook, { method: 'POST', body, headers })
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
      const [newest] = await memory.list(0, 1)
      return findOrder(shop.database, newest?.request.client_reference_id ?? '')
    },
    /**
     * What the buyer, the bank or the seller in the dashboard does.
     * @param delivers whether the events arrive, each of them twice
     * @returns the events
     */
    async act(
      order: Order,
      action: Action,
      { delivers = true, ...details }: Partial<ActionOptions> & { delivers?: boolean } = {},
    ): Promise<SandboxEvent[]> {
      let events: SandboxEvent[] = []
      await memory.change(order.session_id ?? '', (checkout) => {
        const next = act(checkout, action, { now: now(), live: false, newId: randomId, ...details })
        events = next?.listedEvents.slice(checkout.listedEvents.length) ?? []
        return next
      })
      expect(events).not.toEqual([])
      if (delivers) for (const event of [...events, ...events]) await send(event)
      return events
    },
    /** Delivers all events of an order, also those that have arrived before. */
    async deliverAll({ session_id }: Order): Promise<void> {
      const checkout = await memory.find(session_id ?? '')
      for (const event of checkout?.listedEvents ?? []) await send(event)
    },
  }
}

export type Till = Awaited<ReturnType<typeof openTill>>
