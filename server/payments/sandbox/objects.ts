import Stripe from 'stripe'
import {
  amountCents,
  type Checkout,
  chargeIdOf,
  isPayable,
  type NewId,
  paymentIdOf,
  priceCents,
  priceData,
  type SandboxDispute,
  type SandboxEvent,
  type SandboxRefund,
} from './checkout.ts'

// Stripe's objects, with the fields that the shop reads. The SDK's types check their names and types, so a new version of the SDK
// that renames one stops the build.

/** The circumstances of an action. */
export interface Moment {
  /** ms since 1970 */
  now: number
  /** Whether the events are of live mode, which only tests have. */
  live: boolean
  newId: NewId
}

const seconds = (ms: number) => Math.floor(ms / 1000)

/** An event that reports the state of an object. */
export const stripeEvent = (
  type: SandboxEvent['type'],
  object: object,
  { now, live, newId }: Moment,
): SandboxEvent => ({
  id: newId('evt'),
  object: 'event',
  api_version: Stripe.API_VERSION,
  created: seconds(now),
  livemode: live,
  type,
  data: { object },
})

/**
 * @param now ms since 1970
 * @param publicUrl of the server that has the hosted page; null in events, whose checkouts have ended
 */
export function sessionObject(checkout: Checkout, now: number, publicUrl: string | null = null) {
  const { id, request, status, payment, discount } = checkout
  const open = isPayable(checkout, now)
  // Without an amount, there is no payment.
  const isFree = amountCents(checkout) === 0
  return {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: status === 'open' && !open ? 'expired' : status,
    payment_status: payment !== 'paid' ? 'unpaid' : isFree ? 'no_payment_required' : 'paid',
    payment_intent: status === 'complete' && !isFree ? paymentIdOf(checkout) : null,
    amount_subtotal: priceCents(checkout),
    amount_total: amountCents(checkout),
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    currency: priceData(checkout).currency,
    client_reference_id: request.client_reference_id ?? null,
    customer_email: request.customer_email ?? null,
    created: seconds(checkout.createdAt),
    metadata: request.metadata ?? {},
    url: open && publicUrl !== null ? `${publicUrl}/sandbox/checkout/${id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

const paymentStatus = {
  unpaid: 'requires_payment_method',
  processing: 'processing',
  paid: 'succeeded',
  failed: 'requires_payment_method',
} as const

export const paymentObject = (checkout: Checkout) =>
  ({
    id: paymentIdOf(checkout),
    object: 'payment_intent',
    amount_received: checkout.payment === 'paid' ? amountCents(checkout) : 0,
    metadata: checkout.request.payment_intent_data?.metadata ?? {},
    status: paymentStatus[checkout.payment],
  }) satisfies Partial<Stripe.PaymentIntent>

export const chargeObject = (checkout: Checkout) =>
  ({
    id: chargeIdOf(checkout),
    object: 'charge',
    payment_intent: paymentIdOf(checkout),
  }) satisfies Partial<Stripe.Charge>

export const refundObject = (checkout: Checkout, { id, cents, failed }: SandboxRefund) =>
  ({
    id,
    object: 'refund',
    amount: cents,
    payment_intent: paymentIdOf(checkout),
    status: failed ? 'failed' : 'succeeded',
  }) satisfies Partial<Stripe.Refund>

const disputeStatus = { open: 'needs_response', won: 'won', lost: 'lost' } as const

export const disputeObject = (checkout: Checkout, { id, state, dueAt }: SandboxDispute) =>
  ({
    id,
    object: 'dispute',
    amount: amountCents(checkout),
    currency: priceData(checkout).currency,
    evidence_details: { due_by: seconds(dueAt) } satisfies Partial<Stripe.Dispute.EvidenceDetails>,
    payment_intent: paymentIdOf(checkout),
    status: disputeStatus[state],
  }) satisfies Partial<Omit<Stripe.Dispute, 'evidence_details'>> & { evidence_details: object }
