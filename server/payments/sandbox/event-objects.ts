import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { refundedCents, type SandboxRefund, type SandboxSession } from './session.ts'

/** An event in Stripe's shape (docs.stripe.com/api/events/object), with only the fields that the shop and a reader need. */
export function stripeEvent(type: string, object: Record<string, unknown>, now: number) {
  return {
    id: `evt_sandbox_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: Math.floor(now / 1000),
    livemode: false,
    type,
    data: { object },
  }
}

const metadata = (session: SandboxSession) => ({ order_id: session.request.orderId })
const chargeId = (session: SandboxSession) => session.paymentId.replace('pi_', 'ch_')

export function checkoutObject(session: SandboxSession) {
  const { request } = session
  const done = session.status === 'complete'
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    status: session.status,
    payment_status: session.payment === 'paid' ? 'paid' : 'unpaid',
    payment_intent: done ? session.paymentId : null,
    amount_total: request.amountCents,
    currency: request.currency,
    client_reference_id: request.orderId,
    customer_email: request.email,
    customer_details: done ? { email: request.email, name: request.name } : null,
    expires_at: Math.floor(session.expiresAt / 1000),
    metadata: metadata(session),
    livemode: false,
  }
}

export function paymentObject(session: SandboxSession, status: string) {
  return {
    id: session.paymentId,
    object: 'payment_intent',
    amount: session.request.amountCents,
    currency: session.request.currency,
    status,
    metadata: metadata(session),
    livemode: false,
  }
}

export function chargeObject(session: SandboxSession) {
  const refunded = refundedCents(session)
  return {
    id: chargeId(session),
    object: 'charge',
    amount: session.request.amountCents,
    amount_refunded: refunded,
    refunded: refunded === session.request.amountCents,
    currency: session.request.currency,
    payment_intent: session.paymentId,
    metadata: metadata(session),
    livemode: false,
  }
}

export function refundObject(session: SandboxSession, refund: SandboxRefund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.cents,
    charge: chargeId(session),
    currency: session.request.currency,
    payment_intent: session.paymentId,
    status: refund.failed ? 'failed' : 'succeeded',
  }
}

/** @param dueAt when the seller's answer is due, ms since 1970 */
export function disputeObject(session: SandboxSession, dueAt: number) {
  return {
    id: session.paymentId.replace('pi_', 'dp_'),
    object: 'dispute',
    amount: session.request.amountCents,
    charge: chargeId(session),
    currency: session.request.currency,
    payment_intent: session.paymentId,
    reason: 'product_not_received',
    status: session.dispute === 'open' ? 'needs_response' : session.dispute,
    evidence_details: { due_by: Math.floor(dueAt / 1000) },
    livemode: false,
  }
}

export function fraudWarningObject(session: SandboxSession) {
  return {
    id: session.paymentId.replace('pi_', 'issfr_'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeId(session),
    fraud_type: 'misc',
    payment_intent: session.paymentId,
    livemode: false,
  }
}
