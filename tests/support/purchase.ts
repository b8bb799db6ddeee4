// One purchase from checkout to payment event, for tests that kill it: `node purchase.ts '{"dataDir":…}' step`.
// The process kills itself at the given step, the way a power cut would; steps are the moments after each
// statement and before and after each call of the provider. It exits normally when there are fewer.
import { pathToFileURL } from 'node:url'
import type { KyselyPlugin } from 'kysely'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { eventOf } from './fake-provider.ts'
import { openShop, type TestShop } from './shop.ts'

/** What the buyer and the provider do until both are answered; after a failure, they do it again. */
export async function purchase(shop: TestShop): Promise<void> {
  const orders = () => shop.database.selectFrom('orders').select(['id', 'status', 'session_id']).execute()
  const isPaid = (await orders()).some((order) => order.status === 'paid')
  if (!isPaid) await startCheckout(shop, { name: 'Ada Lovelace', email: 'ada@example.com' }, '203.0.113.1')
  const [order] = await orders()
  if (!order) throw new Error('the checkout stored no order')
  // The provider delivers an event again under the id that it has.
  const event = { id: 'event', orderId: order.id, paymentId: 'payment' }
  await applyEvent(shop, eventOf(order.session_id, event), '{}')
}

async function die(place: string, step: number): Promise<void> {
  const shop = await openShop(JSON.parse(place))
  let steps = 0
  const mark = () => {
    if (++steps !== step) return
    process.kill(process.pid, 'SIGKILL')
    // Nothing more may happen until the signal is there.
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

const [, script = '', place = '', step = ''] = process.argv
if (import.meta.url === pathToFileURL(script).href) await die(place, Number(step))
