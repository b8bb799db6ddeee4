import {
  type Checkout,
  isPayable,
  mayDispute,
  priceCents,
  remainingCents,
  type SandboxEvent,
  takesCodes,
} from './checkout.ts'
import {
  chargeObject,
  disputeObject,
  type Moment,
  refundObject,
  sessionObject,
  stripeEvent,
} from './objects.ts'

/** `expire`: by the clock or by the API. The others are buttons of the hosted page. A declined card changes nothing. */
export type Action = 'pay' | 'refund' | 'dispute' | 'expire'

/** A checkout after a change, with the events that report it. They are sent at once. */
export const report = (
  next: Checkout,
  moment: Moment,
  ...reports: [type: SandboxEvent['type'], object: object][]
): Checkout => ({
  ...next,
  events: [...next.events, ...reports.map(([type, object]) => stripeEvent(type, object, moment))],
  retryAt: 0,
})

/**
 * Computes the checkout after an action. Pure, except for `newId`.
 * @returns null if the action changes nothing: it was done before, or it is too late
 */
export function applyAction(checkout: Checkout, action: Action, moment: Moment): Checkout | null {
  if (checkout.status === 'open' && (action === 'expire' || !isPayable(checkout, moment.now)))
    return expire(checkout, moment)
  switch (action) {
    case 'pay':
      return checkout.status === 'open' ? pay(checkout, moment) : null
    case 'refund':
      return refund(checkout, remainingCents(checkout), moment)
    case 'dispute':
      return dispute(checkout, moment)
    default:
      return null
  }
}

function pay(checkout: Checkout, moment: Moment): Checkout {
  const next: Checkout = { ...checkout, status: 'complete', payment: 'paid' }
  return report(next, moment, ['checkout.session.completed', sessionObject(next, moment.now)])
}

function expire(checkout: Checkout, moment: Moment): Checkout {
  const next: Checkout = { ...checkout, status: 'expired' }
  return report(next, moment, ['checkout.session.expired', sessionObject(next, moment.now)])
}

/** Refunds a part of what is left of a payment. */
export function refund(checkout: Checkout, cents: number, moment: Moment): Checkout | null {
  if (checkout.payment !== 'paid' || cents <= 0 || cents > remainingCents(checkout)) return null
  const made = { id: moment.newId('re'), cents, failed: false }
  const next = { ...checkout, refunds: [...checkout.refunds, made] }
  return report(
    next,
    moment,
    ['refund.created', refundObject(next, made)],
    ['charge.refunded', chargeObject(next)],
  )
}

/** The shortest time that Stripe gives a seller to answer a dispute, in ms. */
const answerWithin = 7 * 24 * 3_600_000

function dispute(checkout: Checkout, moment: Moment): Checkout | null {
  if (checkout.payment !== 'paid' || !mayDispute(checkout)) return null
  const opened = { id: moment.newId('dp'), state: 'open', dueAt: moment.now + answerWithin } as const
  const next = { ...checkout, disputes: [...checkout.disputes, opened] }
  return report(next, moment, ['charge.dispute.created', disputeObject(next, opened)])
}

/** The code that a newcomer can try. README.md names it. */
const launch = { code: 'LAUNCH20', percent: 20 }

/** The checkout with a promotion code, as Stripe rounds; null: there is no such code, or the page takes none now. */
export function withCode(checkout: Checkout, typed: string): Checkout | null {
  if (checkout.status !== 'open' || !takesCodes(checkout) || typed.trim().toUpperCase() !== launch.code)
    return null
  return { ...checkout, discount: Math.round((priceCents(checkout) * launch.percent) / 100) }
}
