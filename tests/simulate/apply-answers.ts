import {
  amountCents,
  type Checkout,
  refundedCents,
  type SandboxEvent,
} from '../../server/payments/sandbox/checkout.ts'
import { statusOf } from '../support/order-status.ts'
import { type Call, orderIdOf, sessionOf } from './market.ts'
import type { ModelOrder, SessionChange } from './model.ts'
import type { World } from './world.ts'

/** How long an order stays open after its expiry if the provider does not answer, in ms. */
const grace = 3_600_000

/** Returns the change that the provider's answer reports for a session, or null while the session is open. */
function changeOfSession({ payment, status }: Checkout): SessionChange | null {
  if (payment === 'failed') return { kind: 'failed' }
  if (status === 'complete') return { kind: 'completed', paid: payment === 'paid' }
  return status === 'expired' ? { kind: 'expired' } : null
}

/** Applies the provider's answers of this step to the model. @param buyer the person who started a checkout, or null */
export function applyCalls(world: World, buyer: string | null): void {
  const { market, model, problems, testBed } = world
  const now = testBed.clock.now
  const unanswered = new Set<string>()
  /** Orders that failed before their session arrived. The shop expires such a session, because nobody should pay it. */
  const tooLate = new Set<string>()
  /** Orders that failed in this step, in their state before it. */
  const beforeFailing = new Map<string, ModelOrder>()
  for (const call of market.calls.splice(0)) {
    if (call.kind === 'create') applyCreate(world, call, buyer)
    if (call.kind === 'listed') {
      applyMarketEvent(world, call.event)
      continue
    }
    const orderId = 'checkout' in call ? orderIdOf(call.checkout) : call.orderId
    const order = model.orders.get(orderId)
    if (!order) {
      problems.push(`the shop asked the provider about the order ${orderId}, which does not exist`)
      continue
    }
    if (call.kind === 'create') unanswered.add(orderId)
    if (call.kind === 'not created' && call.isFinal && order.sessionId === null) {
      beforeFailing.set(orderId, order)
      model.applyChange(orderId, null, { kind: 'failed' })
    }
    if (call.kind === 'created' || call.kind === 'found') {
      unanswered.delete(orderId)
      const isOver = ['failed', 'expired'].includes(statusOf(order))
      if (call.kind === 'created' && isOver) {
        tooLate.add(orderId)
        const before = beforeFailing.get(orderId)
        // The session of the second click may have been stored before the first one's failure.
        if (before) model.addAlternative({ ...before, sessionId: call.checkout.id })
        continue
      }
      if (!isOver) model.learnSession(orderId, call.checkout.id)
      const change = changeOfSession(call.checkout)
      if (change) model.applyChange(orderId, call.checkout.id, change)
    }
    if (call.kind === 'ended' && !tooLate.has(orderId) && now <= order.expiresAt && !model.mustEnd(order))
      problems.push(`the shop ended ${call.checkout.id}, which its buyer may still pay`)
    if (call.kind === 'ended' && tooLate.has(orderId))
      model.applyChange(orderId, call.checkout.id, { kind: 'expired' })
  }
  for (const id of unanswered) {
    const order = model.orders.get(id)
    if (order && order.sessionId === null && now > order.expiresAt + grace)
      model.applyChange(id, null, { kind: 'expired' })
  }
}

/** A request for a session with an unknown order id means a new order. Checks that the order was due. */
function applyCreate(world: World, call: Extract<Call, { kind: 'create' }>, buyer: string | null): void {
  const { model, problems } = world
  if (model.orders.has(call.orderId)) return
  addOrder(world, { ...call, id: call.orderId })
  if (call.email.toLowerCase() !== buyer)
    problems.push(`the shop created an order for ${call.email}, who did not start a checkout`)
}

/** Adds an order that the shop created, and checks that the order and its price were due. */
export function addOrder(
  { model, testBed, problems }: World,
  created: { id: string; email: string; place: string; cents: number; expiresAt: number },
): void {
  const person = created.email.toLowerCase()
  const price = model.price()
  const open = model.reusable(person, created.place)
  if (open && isWorthReusing(open, price, testBed.clock.now))
    problems.push(`${person} got a second order beside ${open.id}, which is still open`)
  if (price.cents !== created.cents)
    problems.push(`an order costs ${created.cents} instead of ${price.cents}`)
  const { id, place, cents, expiresAt } = created
  model.add({ id, person, place, cents, expiresAt, tier: price.tier })
}

/** A buyer who comes back in the last ten minutes of an order may get a new one at the same price. */
function isWorthReusing(
  open: { cents: number; expiresAt: number },
  price: { cents: number },
  now: number,
): boolean {
  return open.cents < price.cents || open.expiresAt - now >= 10 * 60_000
}

/** Applies an event that the shop received. An event that the shop has already stored changes nothing. */
export function applyMarketEvent(world: World, event: SandboxEvent): void {
  if (world.storedEvents.has(event.id)) return
  const checkout = world.market.checkout(sessionOf(event))
  const orderId = orderIdOf(checkout)
  if (!world.model.orders.has(orderId)) {
    // A restored backup lacks the order. The shop makes it again, unless nobody has completed the checkout.
    if (checkout.status !== 'complete') return
    const { id, expiresAt, request } = checkout
    const person = request.customer_email?.toLowerCase() ?? ''
    const tier = request.metadata?.tier === 'early' ? 'early' : 'list'
    const cents = amountCents(checkout)
    world.model.add({ id: orderId, person, place: 'unknown', cents, tier, expiresAt })
    world.model.learnSession(orderId, id)
    world.remadeOrders.add(orderId)
  }
  const { change, sessionId } = changeOfEvent(world, event)
  world.model.applyChange(orderId, sessionId, change, event.created * 1000)
  if (!world.shopProcess.power.isOff) world.storedEvents.add(event.id)
}

/**
 * Returns the change that an event reports when it is delivered. For refunds, this is the current total. The session id is
 * null if the event does not name the session.
 */
function changeOfEvent(
  { market }: Pick<World, 'market'>,
  event: SandboxEvent,
): { change: SessionChange; sessionId: string | null } {
  const checkout = market.checkout(sessionOf(event))
  const sessionId = event.type.startsWith('checkout.') ? checkout.id : null
  const object = event.data.object as Record<string, unknown>
  const report = (change: SessionChange) => ({ change, sessionId })
  switch (event.type) {
    case 'checkout.session.completed':
      return report({ kind: 'completed', paid: object.payment_status === 'paid' })
    case 'checkout.session.async_payment_succeeded':
      return report({ kind: 'succeeded' })
    case 'checkout.session.async_payment_failed':
      return report({ kind: 'failed' })
    case 'checkout.session.expired':
      return report({ kind: 'expired' })
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const id = String(object.id)
      // The shop asks for the present state.
      const state = checkout.disputes.find((dispute) => dispute.id === id)?.state ?? 'open'
      return report({ kind: 'dispute', id, state })
    }
    case 'radar.early_fraud_warning.created':
      return report({ kind: 'warning' })
    default:
      return report({ kind: 'refunds', cents: refundedCents(checkout) })
  }
}
