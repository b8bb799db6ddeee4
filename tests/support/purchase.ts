// One purchase from checkout to payment event, for tests that kill it: `node purchase.ts '{"dataDir":…}' step`.
// The process kills itself at the given step, as in a crash. A step is the moment after a database statement, or before or
// after a call to the provider. If the purchase has fewer steps, the process exits normally.
import { pathToFileURL } from 'node:url'
import type { KyselyPlugin } from 'kysely'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { aBuyer } from './a-buyer.ts'
import { eventOf } from './fake-provider.ts'
import { openShop, type TestShop } from './shop.ts'

/** Does one checkout and delivers one payment event. Calling it again after a crash retries both. */
export async function purchase(shop: TestShop): Promise<void> {
  const orders = () => shop.database.selectFrom('orders').select(['id', 'status', 'session_id']).execute()
  const isPaid = (await orders()).some((order) => order.status === 'paid')
  if (!isPaid) await startCheckout(shop, aBuyer(), '203.0.113.1')
  const [order] = await orders()
  if (!order) throw new Error('the checkout stored no order')
  // The provider retries an event with the same id.
  const event = { id: 'event', orderId: order.id, paymentId: 'payment' }
  await applyEvent(shop, eventOf(order.session_id, event), '{}')
}

/** Purchases, and kills this process at a step: after a statement, or before or after the call to the provider. */
async function purchaseUntilKill(config: string, step: number): Promise<void> {
  const shop = await openShop(JSON.parse(config))
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
  const createSession = shop.payments.createSession.bind(shop.payments)
  shop.payments.createSession = async (request, key) => {
    mark()
    const session = await createSession(request, key)
    mark()
    return session
  }
  await purchase({ ...shop, database: shop.database.withPlugin(marks) })
  await shop.database.destroy()
}

const [, script = '', config = '', step = ''] = process.argv
if (import.meta.url === pathToFileURL(script).href) await purchaseUntilKill(config, Number(step))
