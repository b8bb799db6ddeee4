import type { Business } from './business.ts'
import {
  type Checkout,
  isOpen,
  mayDispute,
  type PendingEvent,
  refundChanges,
  refundedCents,
  type SandboxEvent,
} from './checkout.ts'
import {
  chargeObject,
  disputeObject,
  fraudWarningObject,
  type Moment,
  paymentObject,
  refundObject,
  sessionObject,
  stripeEvent,
} from './objects.ts'

export const actions = [
  'pay',
  'decline',
  'pay-later',
  'bank-confirms',
  'bank-refuses',
  'expire',
  'refund',
  'partial-refund',
  'refund-fails',
  'dispute',
  'dispute-won',
  'dispute-lost',
  'fraud-warning',
] as const
export type Action = (typeof actions)[number]

export interface ActionOptions extends Moment {
  /** Send each event twice. */
  twice?: boolean
  /** Delay the events, so that those of the next action overtake them. */
  wrongOrder?: boolean
  /**
   * The number of `refundChanges` when the page was shown. A click on a stale page does not refund, or fail a refund, a
   * second time.
   */
  refundsSeen?: number
  /** What a business has entered on the hosted page; null: the buyer is no business. */
  business?: Business | null
  /** The refund of an API call. The same key is the same refund. */
  refund?: { key: string; cents: number | null }
}

/** How long delayed events wait for an action that overtakes them, in ms. */
export const heldFor = 30_000

/** What happened in an action: the parts of an event that differ between actions. */
type Change = [type: SandboxEvent['type'], object: object]

/**
 * Computes the session after an action. The new events are pending in it. Pure, except for `newId`.
 * @returns null if the action changes nothing: it was done before, or it is too late
 */
export function act(session: Checkout, action: Action, options: ActionOptions): Checkout | null {
  const next = { ...session, refunds: [...session.refunds], disputes: [...session.disputes] }
  const changes = changesOf(next, action, options)
  if (!changes) return null
  const events = changes.map(([type, object]) => stripeEvent(type, object, options))
  next.pending = enqueue(session.pending, events, options)
  next.listedEvents = [...session.listedEvents, ...events]
  return next
}

/** Changes the session, and returns what happened; null for nothing. */
function changesOf(next: Checkout, action: Action, options: ActionOptions): Change[] | null {
  if (isOpen(next, options.now)) return actOnOpen(next, action, options)
  if (next.status === 'open') return expire(next, options)
  return next.status === 'complete' ? actOnComplete(next, action, options) : null
}

function actOnOpen(next: Checkout, action: Action, options: ActionOptions): Change[] | null {
  if (options.business !== undefined) next.business = options.business
  switch (action) {
    case 'pay':
      next.status = 'complete'
      next.payment = 'paid'
      return [
        ['payment_intent.succeeded', paymentObject(next)],
        ['checkout.session.completed', sessionObject(next, options.now)],
      ]
    case 'decline':
      return [['payment_intent.payment_failed', paymentObject(next)]]
    case 'pay-later':
      next.status = 'complete'
      next.payment = 'processing'
      return [['checkout.session.completed', sessionObject(next, options.now)]]
    case 'expire':
      return expire(next, options)
    default:
      return null
  }
}

function expire(next: Checkout, options: ActionOptions): Change[] {
  next.status = 'expired'
  return [['checkout.session.expired', sessionObject(next, options.now)]]
}

function actOnComplete(next: Checkout, action: Action, options: ActionOptions): Change[] | null {
  if (next.payment === 'processing') return answerOfBank(next, action, options)
  if (next.payment !== 'paid') return null
  switch (action) {
    case 'refund':
    case 'partial-refund':
      return refund(next, action, options)
    case 'refund-fails': {
      if (isStale(next, options)) return null
      const at = next.refunds.findLastIndex((made) => !made.failed)
      const made = next.refunds[at]
      if (!made) return null
      next.refunds[at] = { ...made, failed: true }
      return [['refund.failed', refundObject(next, { ...made, failed: true })]]
    }
    case 'dispute':
      return openDispute(next, options)
    case 'dispute-won':
      return closeDispute(next, 'won')
    case 'dispute-lost':
      return closeDispute(next, 'lost')
    case 'fraud-warning':
      if (next.fraudWarned) return null
      next.fraudWarned = true
      return [['radar.early_fraud_warning.created', fraudWarningObject(next)]]
    default:
      return null
  }
}

function answerOfBank(next: Checkout, action: Action, options: ActionOptions): Change[] | null {
  if (action === 'bank-confirms') {
    next.payment = 'paid'
    return [
      ['payment_intent.succeeded', paymentObject(next)],
      ['checkout.session.async_payment_succeeded', sessionObject(next, options.now)],
    ]
  }
  if (action === 'bank-refuses') {
    next.payment = 'failed'
    return [['checkout.session.async_payment_failed', sessionObject(next, options.now)]]
  }
  return null
}

const isStale = (session: Checkout, { refundsSeen }: ActionOptions) =>
  refundsSeen !== undefined && refundsSeen !== refundChanges(session)

/** Refunds what is left, half of it, or the amount of an API call. */
function refund(
  next: Checkout,
  action: 'refund' | 'partial-refund',
  options: ActionOptions,
): Change[] | null {
  const remaining = next.request.amount - refundedCents(next)
  const key = options.refund?.key ?? null
  const isRepeated = key !== null && next.refunds.some((made) => made.key === key)
  if (remaining <= 0 || isStale(next, options) || isRepeated) return null
  const cents = options.refund?.cents ?? (action === 'refund' ? remaining : Math.ceil(remaining / 2))
  if (cents > remaining) return null
  const created = Math.floor(options.now / 1000)
  const made = { id: options.newId('re'), key, cents, failed: false, created }
  next.refunds.push(made)
  return [
    ['refund.created', refundObject(next, made)],
    ['charge.refunded', chargeObject(next)],
  ]
}

/** The shortest time that Stripe gives a seller to answer a dispute, in ms. */
const answerWithin = 7 * 24 * 3_600_000

function openDispute(next: Checkout, { now, newId }: ActionOptions): Change[] | null {
  if (!mayDispute(next)) return null
  const opened = { id: newId('dp'), state: 'open', dueAt: now + answerWithin } as const
  next.disputes.push(opened)
  return [['charge.dispute.created', disputeObject(next, opened)]]
}

function closeDispute(next: Checkout, state: 'won' | 'lost'): Change[] | null {
  const last = next.disputes.at(-1)
  if (last?.state !== 'open') return null
  const closed = { ...last, state }
  next.disputes = next.disputes.with(-1, closed)
  return [['charge.dispute.closed', disputeObject(next, closed)]]
}

/** The queue after an action. Events that were delayed before come after the new ones. */
function enqueue(pending: PendingEvent[], events: SandboxEvent[], options: ActionOptions): PendingEvent[] {
  const fresh = events
    .flatMap((event) => (options.twice ? [event, event] : [event]))
    .map((event) => ({
      key: options.newId('delivery'),
      notBefore: options.wrongOrder ? options.now + heldFor : 0,
      event,
    }))
  const due = pending.filter((entry) => entry.notBefore === 0)
  const held = pending.filter((entry) => entry.notBefore > 0)
  if (options.wrongOrder) return [...due, ...fresh.reverse(), ...held]
  return [...due, ...fresh, ...held.map((entry) => ({ ...entry, notBefore: 0 }))]
}
