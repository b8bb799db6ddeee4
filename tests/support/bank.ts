import {
  applyAction,
  type Action as PageAction,
  refund,
  report,
} from '../../server/payments/sandbox/actions.ts'
import {
  type Checkout,
  chargeIdOf,
  isPayable,
  paymentIdOf,
  remainingCents,
} from '../../server/payments/sandbox/checkout.ts'
import {
  disputeObject,
  type Moment,
  refundObject,
  sessionObject,
} from '../../server/payments/sandbox/objects.ts'

/** What buyers, banks and the seller in the dashboard do. The sandbox's page has only a few of them. */
export type Action =
  | PageAction
  | 'pay-later'
  | 'bank-confirms'
  | 'bank-refuses'
  | 'partial-refund'
  | 'refund-fails'
  | 'dispute-won'
  | 'dispute-lost'
  | 'fraud-warning'

export interface Circumstances extends Moment {
  /** The amount of a refund; by default, all that is left. */
  cents?: number | undefined
}

/** The checkout after an action, with its events. @returns null if the action changes nothing */
export function act(checkout: Checkout, action: Action, options: Circumstances): Checkout | null {
  const isOver = checkout.status === 'open' && !isPayable(checkout, options.now)
  if (isOver) return applyAction(checkout, 'expire', options)
  switch (action) {
    case 'pay-later':
      return payLater(checkout, options)
    case 'bank-confirms':
      return bankAnswers(checkout, 'paid', options)
    case 'bank-refuses':
      return bankAnswers(checkout, 'failed', options)
    case 'refund':
      return refund(checkout, options.cents ?? remainingCents(checkout), options)
    case 'partial-refund':
      return refund(checkout, Math.ceil(remainingCents(checkout) / 2), options)
    case 'refund-fails':
      return failLastRefund(checkout, options)
    case 'dispute-won':
      return closeDispute(checkout, 'won', options)
    case 'dispute-lost':
      return closeDispute(checkout, 'lost', options)
    case 'fraud-warning':
      return warn(checkout, options)
    default:
      return applyAction(checkout, action, options)
  }
}

function payLater(checkout: Checkout, moment: Moment): Checkout | null {
  if (checkout.status !== 'open') return null
  const next: Checkout = { ...checkout, status: 'complete', payment: 'processing' }
  return report(next, moment, ['checkout.session.completed', sessionObject(next, moment.now)])
}

function bankAnswers(checkout: Checkout, payment: 'paid' | 'failed', moment: Moment): Checkout | null {
  if (checkout.payment !== 'processing') return null
  const next: Checkout = { ...checkout, payment }
  const outcome = payment === 'paid' ? 'succeeded' : 'failed'
  return report(next, moment, [`checkout.session.async_payment_${outcome}`, sessionObject(next, moment.now)])
}

function failLastRefund(checkout: Checkout, moment: Moment): Checkout | null {
  const at = checkout.refunds.findLastIndex(({ failed }) => !failed)
  const made = checkout.refunds[at]
  if (!made) return null
  const failed = { ...made, failed: true }
  const next = { ...checkout, refunds: checkout.refunds.with(at, failed) }
  return report(next, moment, ['refund.failed', refundObject(next, failed)])
}

function closeDispute(checkout: Checkout, state: 'won' | 'lost', moment: Moment): Checkout | null {
  const last = checkout.disputes.at(-1)
  // A buyer may withdraw a dispute that was lost.
  const isPossible = last?.state === 'open' || (last?.state === 'lost' && state === 'won')
  if (!last || !isPossible) return null
  const closed = { ...last, state }
  const next = { ...checkout, disputes: checkout.disputes.with(-1, closed) }
  return report(next, moment, ['charge.dispute.closed', disputeObject(next, closed)])
}

const fraudWarning = 'radar.early_fraud_warning.created'

export const isWarned = ({ events }: Checkout): boolean => events.some(({ type }) => type === fraudWarning)

function warn(checkout: Checkout, moment: Moment): Checkout | null {
  if (checkout.payment !== 'paid' || isWarned(checkout)) return null
  const warning = {
    id: paymentIdOf(checkout).replace('pi_', 'issfr_'),
    object: 'radar.early_fraud_warning',
    charge: chargeIdOf(checkout),
    payment_intent: paymentIdOf(checkout),
  }
  return report(checkout, moment, [fraudWarning, warning])
}
