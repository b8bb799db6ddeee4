import type Stripe from 'stripe'
import type { DisputeState } from '../../database/schema.ts'
import type { Effect } from '../effect.ts'
import type { ProviderEvent } from '../provider.ts'
import type { Lookup } from './lookup.ts'

type Reference = string | { id: string } | null | undefined
/** The id of an object of Stripe, which may be expanded. */
export const idOf = (reference: Reference): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

type Meaning = Omit<ProviderEvent, 'id' | 'type' | 'livemode' | 'at'>
const ignored: Meaning = {
  effect: null,
  effectKey: null,
  orderId: null,
  sessionId: null,
  paymentId: null,
  payerEmail: null,
}

/**
 * Translates an event into the shop's own terms. Snapshots in events may be stale and arrive in any order, so this asks the
 * provider for the totals of refunds and the states of disputes (docs.stripe.com/webhooks#event-ordering).
 * @param event an event that has passed `checkEventShape`
 * @throws the errors of `lookup`
 */
export async function translateEvent(event: Stripe.Event, lookup: Lookup): Promise<ProviderEvent> {
  const meaning = await meaningOf(event, lookup)
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode === true,
    at: event.created * 1000,
    ...meaning,
  }
}

async function meaningOf(event: Stripe.Event, lookup: Lookup): Promise<Meaning> {
  switch (event.type) {
    case 'checkout.session.completed': {
      const paid = isPaid(event.data.object)
      const effect = { kind: 'completed', paid, ...amountsOf(event.data.object) } as const
      return ofSession(event.data.object, effect, paid ? 'paid' : 'unpaid')
    }
    case 'checkout.session.async_payment_succeeded':
      return ofSession(
        event.data.object,
        { kind: 'payment_succeeded', ...amountsOf(event.data.object) },
        'succeeded',
      )
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, { kind: 'payment_failed' }, 'failed')
    case 'checkout.session.expired':
      return ofSession(event.data.object, { kind: 'expired' }, 'expired')
    case 'charge.refunded':
      return ofRefunds(idOf(event.data.object.payment_intent), lookup)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofRefunds(await paymentOf(event.data.object, lookup), lookup)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const reported = event.data.object
      const paymentId = await paymentOf(reported, lookup)
      const dispute = (paymentId && (await lookup.dispute(paymentId, reported.id))) || reported
      const state = disputeState(dispute.status)
      return ofPayment(paymentId, lookup, {
        effect: {
          kind: 'dispute',
          disputeId: dispute.id,
          state,
          isInquiry: dispute.status.startsWith('warning_'),
          cents: storable(dispute.amount ?? null),
          currency: dispute.currency ?? null,
          dueAt: dueAtOf(dispute),
        },
        effectKey: `dispute:${dispute.id}:${state}`,
      })
    }
    case 'radar.early_fraud_warning.created': {
      const warning = event.data.object
      return ofPayment(await paymentOf(warning, lookup), lookup, {
        effect: { kind: 'fraud_warning' },
        effectKey: `fraud:${warning.id}`,
      })
    }
    default:
      return ignored
  }
}

/**
 * The largest amount that the column takes. A larger amount belongs to another product, in a currency of small units. Its event
 * must not be refused, or the provider would send it again for days.
 */
const largestAmount = 2 ** 31 - 1
const storable = (cents: number | null) => (cents !== null && cents <= largestAmount ? cents : null)

/** The payer's address, unless it is too long (RFC 5321 §4.5.3.1.3). Postgres refuses to index a text of some thousand bytes. */
export function payerOf({ customer_details, customer_email }: Stripe.Checkout.Session): string | null {
  const email = customer_details?.email ?? customer_email
  return email && email.length <= 254 ? email : null
}

/**
 * Whether nothing is left to pay (docs.stripe.com/api/checkout/sessions/object, `payment_status`). An unknown or missing status
 * delivers nothing.
 */
export const isPaid = ({ payment_status }: Stripe.Checkout.Session): boolean =>
  payment_status === 'paid' || payment_status === 'no_payment_required'

const amountsOf = ({ amount_total, total_details, currency }: Stripe.Checkout.Session) => ({
  totalCents: storable(amount_total),
  taxCents: storable(total_details?.amount_tax ?? null),
  discountCents: storable(total_details?.amount_discount ?? null),
  currency,
})

function ofSession(session: Stripe.Checkout.Session, effect: Effect, key: string): Meaning {
  if (session.mode !== 'payment') return ignored
  return {
    effect,
    effectKey: `session:${session.id}:${key}`,
    orderId: session.client_reference_id ?? session.metadata?.order_id ?? null,
    sessionId: session.id,
    paymentId: idOf(session.payment_intent),
    payerEmail: payerOf(session),
  }
}

async function paymentOf(
  object: { payment_intent?: Reference; charge?: Reference },
  lookup: Lookup,
): Promise<string | null> {
  const payment = idOf(object.payment_intent)
  if (payment) return payment
  const charge = idOf(object.charge)
  return charge ? lookup.paymentOfCharge(charge) : null
}

async function ofPayment(
  paymentId: string | null,
  lookup: Lookup,
  meaning: Pick<Meaning, 'effect' | 'effectKey'>,
): Promise<Meaning> {
  if (!paymentId) return ignored
  const orderId = (await lookup.payment(paymentId))?.orderId ?? null
  return { ...ignored, ...meaning, orderId, paymentId }
}

/**
 * `charge.refunded` and the three refund events report one change, so they share a key. In addition to the total, the key holds
 * the numbers of refunds and of failed refunds. After a refund, its failure and another refund, the total is the same as after
 * the first one, but the change is new.
 */
async function ofRefunds(paymentId: string | null, lookup: Lookup): Promise<Meaning> {
  const payment = paymentId ? await lookup.payment(paymentId) : null
  if (!payment) return ignored
  const { orderId, ...totals } = payment
  return {
    ...ignored,
    effect: { kind: 'refunded', ...totals },
    effectKey: `refund:${paymentId}:${totals.refundedCents}:${totals.failedRefunds}/${totals.refunds}`,
    orderId,
    paymentId,
  }
}

/** The deadline for the seller's answer; null in events of older API versions, and in disputes that take no answer. */
const dueAtOf = ({ evidence_details }: Partial<Pick<Stripe.Dispute, 'evidence_details'>>) =>
  evidence_details?.due_by ? evidence_details.due_by * 1000 : null

/**
 * A closed inquiry and a prevented dispute take no money from the seller, so they count as won. If a refund settled them, the
 * refund has its own event (docs.stripe.com/api/disputes/object, `status`).
 */
function disputeState(status: Stripe.Dispute.Status): DisputeState {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
