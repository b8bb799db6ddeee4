// Stories of purchases, for tests that kill them: `node purchase.ts '{"dataDir":…}' purchase 5`. The process kills itself at the
// given step, as in a crash. A step is the moment after a database statement, or before or after a call to the provider. If the
// story has fewer steps, the process exits normally.
import { pathToFileURL } from 'node:url'
import type { KyselyPlugin } from 'kysely'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { sweepOnce } from '../../server/orders/sweep.ts'
import { applyAction } from '../../server/payments/sandbox/actions.ts'
import { randomId } from '../../server/payments/sandbox/checkout.ts'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { openPayments } from '../../server/start/build-dependencies.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const ada = aBuyer()

/** Does one checkout and delivers one payment event. Calling it again after a crash retries both. */
export async function purchase(shop: TestShop): Promise<void> {
  const orders = () => shop.database.selectFrom('orders').select(['id', 'status', 'session_id']).execute()
  const isPaid = (await orders()).some((order) => order.status === 'paid')
  if (!isPaid) await startCheckout(shop, ada, '203.0.113.1')
  const [order] = await orders()
  if (!order) throw new Error('the checkout stored no order')
  // The provider retries an event with the same id.
  const event = { id: 'event', orderId: order.id, paymentId: 'payment' }
  await applyEvent(shop, shop.stripe.eventOf(order.session_id, event))
}

/** Gives a shop a provider that survives a crash, because it keeps its sessions in a table. */
export function withLastingProvider(shop: TestShop): TestShop {
  const { payments } = openPayments(shop.config, shop.linkSecret, shop)
  return { ...shop, payments: { ...shop.payments, ...payments } }
}

/** One person opens a checkout in three places. */
export async function openThree(shop: TestShop): Promise<void> {
  for (const client of ['203.0.113.1', '198.51.100.1', '192.0.2.1']) await startCheckout(shop, ada, client)
}

/** That person pays in two places, and the sweep ends the third checkout. Calling it again after a crash retries all of it. */
export async function payTwo(shop: TestShop): Promise<void> {
  shop.clock.now += 1000
  const [first, second] = await shop.database.selectFrom('orders').selectAll().orderBy('id').execute()
  for (const order of [first, second]) {
    if (!order?.session_id) throw new Error('the checkout has no session')
    const moment = { now: shop.now(), live: false, newId: randomId }
    await tableMemory(shop.database).change(order.session_id, (session) =>
      applyAction(session, 'pay', moment),
    )
    await applyEvent(
      shop,
      shop.stripe.eventOf(order.session_id, { id: `event-${order.id}`, orderId: order.id }),
    )
  }
  await sweepOnce(shop)
}

const stories = { purchase, payTwo }

/** Runs a story, and kills this process at a step: after a statement, or before or after a call to the provider. */
async function runUntilKill(config: string, story: keyof typeof stories, step: number): Promise<void> {
  const shop = withLastingProvider(await openShop(JSON.parse(config)))
  let steps = 0
  const mark = () => {
    if (++steps !== step) return
    process.kill(process.pid, 'SIGKILL')
    // Block the process until the signal arrives.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  const marks: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      mark()
      return result
    },
  }
  const marked =
    <Arguments extends unknown[], Result>(call: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments) => {
      mark()
      const result = await call(...args)
      mark()
      return result
    }
  const { createSession, expireSession } = shop.payments
  const payments = {
    ...shop.payments,
    createSession: marked(createSession),
    expireSession: marked(expireSession),
  }
  await stories[story]({ ...shop, payments, database: shop.database.withPlugin(marks) })
  await shop.database.destroy()
}

const [, script = '', config = '', story = '', step = ''] = process.argv
if (import.meta.url === pathToFileURL(script).href)
  await runUntilKill(config, story as keyof typeof stories, Number(step))
