import { runOnce } from '../../server/mail/worker.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { sweepOnce } from '../../server/orders/sweep.ts'
import { amountCents, type Checkout, refundedCents } from '../../server/payments/sandbox/checkout.ts'
import { disputeOf, mayDownload, statusOf } from '../support/order-status.ts'
import { applyCalls } from './apply-answers.ts'
import { compare } from './compare.ts'
import { deliverWithoutFaults } from './event-steps.ts'
import { orderIdOf } from './market.ts'
import type { World } from './world.ts'

const hour = 3_600_000
/** After this time, every mail had its last attempt and the sweep has checked every order. */
const maxHours = 24 * 6

/**
 * Runs without faults until everything has settled: banks answer, events arrive, the sweep runs, mail is sent. Then the
 * shop must know everything that the provider knows, even if events were lost before.
 */
export async function settle(world: World): Promise<void> {
  const { market, testBed, shopProcess, problems } = world
  const { database } = testBed.shop
  for (const checkout of market.checkouts.values())
    if (checkout.payment === 'processing') await market.act(checkout.id, 'bank-confirms')
  for (let hours = 0; hours < maxHours && problems.length === 0; hours++) {
    testBed.clock.now += hour
    await market.tick()
    for (const event of market.waiting()) await deliverWithoutFaults(world, event)
    await sweepOnce(shopProcess.deps)
    await catchUp(shopProcess.deps)
    applyCalls(world, null)
    while ((await runOnce(shopProcess.deps, 'worker')) > 0);
    const orders = await database.selectFrom('orders').select(['status', 'paid_at']).execute()
    // If the shop knows a payment only from a refund or a dispute, it still has to ask the provider and send the receipt.
    const open = orders.filter(
      ({ status, paid_at }) =>
        status === 'open' || (['paid', 'disputed'].includes(status) && paid_at === null),
    )
    const queued = await database.selectFrom('outbox').select('id').where('status', '=', 'queued').execute()
    if (open.length === 0 && queued.length === 0 && market.waiting().length === 0) break
  }
  await compare(world, false)
  for (const checkout of market.checkouts.values()) checkCheckout(world, checkout)
  await checkReceipts(world)
}

/** Compares what the provider and the shop know about a checkout. */
function checkCheckout({ model, problems }: World, checkout: Checkout): void {
  const { id, status, payment } = checkout
  const order = model.orders.get(orderIdOf(checkout))
  const wasPaid = payment === 'paid'
  // A restored backup may lack the order of a checkout that nobody has completed.
  if (!order && status !== 'complete') return
  if (!order)
    return void problems.push(
      `the provider has a session for order ${orderIdOf(checkout)}, which the shop has lost`,
    )
  if (!wasPaid) {
    if (order.paid) problems.push(`order ${order.id} is marked as paid, and nobody has paid`)
    return
  }
  const isRefunded = refundedCents(checkout) >= amountCents(checkout)
  if (order.sessionId !== null && order.sessionId !== id)
    problems.push(`${id} is paid, and its order ${order.id} has ${order.sessionId}`)
  if (!order.paid && !isRefunded)
    problems.push(`${id} is paid, but its order ${order.id} is ${statusOf(order)} and not marked as paid`)
  if (order.refundedCents !== refundedCents(checkout))
    problems.push(`order ${order.id} has the wrong amount of refunds: ${order.refundedCents} cents`)
  const disputes = Object.fromEntries(checkout.disputes.map(({ id, state }) => [id, state]))
  const [inShop, atProvider] = [disputeOf(order), disputeOf({ disputes })]
  if (inShop !== atProvider)
    problems.push(`the dispute of ${order.id} is ${inShop} in the shop and ${atProvider} at the provider`)
}

async function checkReceipts({ model, post, problems, testBed }: World): Promise<void> {
  const mails = await testBed.shop.database.selectFrom('outbox').selectAll().execute()
  for (const order of model.orders.values()) {
    if (!order.paid || !mayDownload(order)) continue
    const [receipt] = mails.filter((mail) => mail.order_id === order.id && mail.kind === 'receipt')
    const arrived = post.accepted.filter(({ messageId }) => messageId === receipt?.message_id)
    const wasRefused = post.refused.has(receipt?.message_id ?? '')
    if (arrived.length === 0 && !wasRefused) problems.push(`the buyer of order ${order.id} has no receipt`)
  }
}
