import { randomUUID } from 'node:crypto'
import { listedTypes } from '../stripe-dialect/event-shape.ts'
import {
  chargeObject,
  checkoutObject,
  disputeObject,
  fraudWarningObject,
  paymentObject,
  refundObject,
  stripeEvent,
} from './event-objects.ts'
import {
  isOpen,
  type PendingEvent,
  refundChanges,
  refundedCents,
  type SandboxEvent,
  type SandboxSession,
} from './session.ts'

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

export interface ActionOptions {
  /** ms since 1970 */
  now: number
  /** Send each event twice. */
  twice?: boolean
  /** Delay the events, so that those of the next action overtake them. */
  wrongOrder?: boolean
  /**
   * The number of `refundChanges` when the page was shown. A click on a stale page does not refund, or fail a refund, a
   * second time.
   */
  refundsSeen?: number
  /** The refund's idempotency key: the same key is the same refund. */
  refundId?: string
}

/** The most undelivered events of one checkout. Each action reads and writes all of them. */
const mostPending = 50
/** The most events that one checkout keeps for the list of events. */
const mostListed = 50

/** How long delayed events wait for an action that overtakes them, in ms. */
export const heldFor = 30_000

/** What happened in an action: the parts of an event that differ between actions. */
type Change = [type: string, object: Record<string, unknown>]

/**
 * Computes the session after an action. The new events are pending in it. Pure, except for random ids.
 * @returns null if the action changes nothing: it was done before, it is too late, or too many events are pending
 */
export function act(session: SandboxSession, action: Action, options: ActionOptions): SandboxSession | null {
  if (session.pending.length >= mostPending) return null
  const open = isOpen(session, options.now)
  const next = { ...session, refunds: [...session.refunds] }
  const changes = open
    ? actOnOpen(next, action)
    : session.status === 'open'
      ? expire(next)
      : session.status === 'complete'
        ? actOnComplete(next, action, options)
        : null
  if (!changes) return null
  const events = changes.map(([type, object]) => stripeEvent(type, object, options.now))
  next.pending = enqueue(session.pending, events, options)
  const listed = events.filter(({ type }) => listedTypes.includes(type))
  next.listedEvents = [...session.listedEvents, ...listed].slice(-mostListed)
  return next
}

function actOnOpen(next: SandboxSession, action: Action): Change[] | null {
  switch (action) {
    case 'pay':
      next.status = 'complete'
      next.payment = 'paid'
      return [
        ['payment_intent.succeeded', paymentObject(next, 'succeeded')],
        ['checkout.session.completed', checkoutObject(next)],
      ]
    case 'decline':
      return [['payment_intent.payment_failed', paymentObject(next, 'requires_payment_method')]]
    case 'pay-later':
      next.status = 'complete'
      next.payment = 'processing'
      return [['checkout.session.completed', checkoutObject(next)]]
    case 'expire':
      return expire(next)
    default:
      return null
  }
}

function expire(next: SandboxSession): Change[] {
  next.status = 'expired'
  return [['checkout.session.expired', checkoutObject(next)]]
}

function actOnComplete(next: SandboxSession, action: Action, options: ActionOptions): Change[] | null {
  if (next.payment === 'processing') return answerOfBank(next, action)
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
      return next.dispute === null ? dispute(next, 'open', 'charge.dispute.created', options) : null
    case 'dispute-won':
      return next.dispute === 'open' ? dispute(next, 'won', 'charge.dispute.closed', options) : null
    case 'dispute-lost':
      return next.dispute === 'open' ? dispute(next, 'lost', 'charge.dispute.closed', options) : null
    case 'fraud-warning':
      if (next.fraudWarned) return null
      next.fraudWarned = true
      return [['radar.early_fraud_warning.created', fraudWarningObject(next)]]
    default:
      return null
  }
}

function answerOfBank(next: SandboxSession, action: Action): Change[] | null {
  if (action === 'bank-confirms') {
    next.payment = 'paid'
    return [
      ['payment_intent.succeeded', paymentObject(next, 'succeeded')],
      ['checkout.session.async_payment_succeeded', checkoutObject(next)],
    ]
  }
  if (action === 'bank-refuses') {
    next.payment = 'failed'
    return [['checkout.session.async_payment_failed', checkoutObject(next)]]
  }
  return null
}

const isStale = (session: SandboxSession, { refundsSeen }: ActionOptions) =>
  refundsSeen !== undefined && refundsSeen !== refundChanges(session)

/** Refunds everything that is left, or half of it. */
function refund(
  next: SandboxSession,
  action: 'refund' | 'partial-refund',
  options: ActionOptions,
): Change[] | null {
  const remaining = next.request.amountCents - refundedCents(next)
  const id = options.refundId ?? `re_sandbox_${randomUUID().replaceAll('-', '')}`
  if (remaining <= 0 || isStale(next, options) || next.refunds.some((made) => made.id === id)) return null
  const made = { id, cents: action === 'refund' ? remaining : Math.ceil(remaining / 2), failed: false }
  next.refunds.push(made)
  return [
    ['refund.created', refundObject(next, made)],
    ['charge.refunded', chargeObject(next)],
  ]
}

/** The shortest time that Stripe gives a seller to answer a dispute, in ms. */
const answerWithin = 7 * 24 * 3_600_000

function dispute(
  next: SandboxSession,
  state: 'open' | 'won' | 'lost',
  type: string,
  { now }: ActionOptions,
): Change[] {
  next.dispute = state
  return [[type, disputeObject(next, now + answerWithin)]]
}

/** The queue after an action. Events that were delayed before come after the new ones. */
function enqueue(pending: PendingEvent[], events: SandboxEvent[], options: ActionOptions): PendingEvent[] {
  const fresh = events
    .flatMap((event) => (options.twice ? [event, event] : [event]))
    .map((event) => ({
      key: randomUUID(),
      notBefore: options.wrongOrder ? options.now + heldFor : 0,
      event,
    }))
  const due = pending.filter((entry) => entry.notBefore === 0)
  const held = pending.filter((entry) => entry.notBefore > 0)
  if (options.wrongOrder) return [...due, ...fresh.reverse(), ...held]
  return [...due, ...fresh, ...held.map((entry) => ({ ...entry, notBefore: 0 }))]
}
