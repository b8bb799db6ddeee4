import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import {
  type Checkout,
  isOpen,
  type NewId,
  refundedCents,
  type SandboxDispute,
  type SandboxEvent,
  type SandboxRefund,
} from './checkout.ts'

// Stripe's objects, with the fields that the shop reads and a few more for people who look at them. The SDK's types check the
// names and types of the fields, so a new version of the SDK that renames one stops the build.

/** The circumstances of an action. */
export interface Moment {
  /** ms since 1970 */
  now: number
  /** Whether the events are of live mode, which only tests have. */
  live: boolean
  newId: NewId
}

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

const seconds = (ms: number) => Math.floor(ms / 1000)
export const invoiceId = ({ paymentId }: Checkout) => paymentId.replace('pi_', 'in_')
const chargeId = ({ paymentId }: Checkout) => paymentId.replace('pi_', 'ch_')

/** The payment of a charge, by their ids. */
export const paymentOfCharge = (id: string) => id.replace(/^ch_/, 'pi_')

/** The payment of an invoice, by their ids. */
export const paymentOfInvoice = (id: string) => id.replace(/^in_/, 'pi_')

/** The address of the hosted page. */
const pageUrl = ({ id }: Checkout, publicUrl: string) => `${publicUrl}/sandbox/checkout/${id}`

/**
 * @param now ms since 1970
 * @param publicUrl of the server that has the hosted page; null in events, whose checkouts have ended
 */
export function sessionObject(checkout: Checkout, now: number, publicUrl: string | null = null) {
  const { request } = checkout
  const isDone = checkout.status === 'complete'
  const isFree = request.amount === 0
  const open = isOpen(checkout, now)
  return {
    id: checkout.id,
    object: 'checkout.session',
    mode: 'payment',
    status: checkout.status === 'open' && !open ? 'expired' : checkout.status,
    // Without an amount, there is no payment.
    payment_status: checkout.payment !== 'paid' ? 'unpaid' : isFree ? 'no_payment_required' : 'paid',
    payment_intent: isDone && !isFree ? checkout.paymentId : null,
    amount_subtotal: request.subtotal,
    amount_total: request.amount,
    total_details: { amount_discount: request.subtotal - request.amount, amount_shipping: 0, amount_tax: 0 },
    currency: request.currency,
    client_reference_id: request.client_reference_id ?? null,
    customer_email: request.customer_email ?? null,
    customer_details: isDone ? customerDetails(checkout) : null,
    created: seconds(checkout.createdAt),
    expires_at: seconds(checkout.expiresAt),
    invoice: isInvoiced(checkout) ? invoiceId(checkout) : null,
    livemode: false,
    metadata: request.metadata ?? {},
    url: open && publicUrl !== null ? pageUrl(checkout, publicUrl) : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** The name on the invoice: that of the business, or else of the buyer. */
export const customerName = ({ request, business }: Checkout): string | null =>
  business?.name ?? request.metadata?.buyer_name ?? null

function addressOf({ business }: Checkout): Stripe.Address | null {
  if (!business) return null
  const { address, postalCode, city, state, country } = business
  return { line1: address, line2: null, postal_code: postalCode, city, state: state || null, country }
}

const taxIdsOf = ({ business }: Checkout) =>
  business ? [{ type: 'unknown' as const, value: business.taxId }] : []

const customerDetails = (checkout: Checkout) =>
  ({
    email: checkout.request.customer_email ?? null,
    name: customerName(checkout),
    individual_name: null,
    business_name: checkout.business?.name ?? null,
    address: addressOf(checkout),
    phone: null,
    tax_exempt: 'none',
    tax_ids: taxIdsOf(checkout),
  }) satisfies Stripe.Checkout.Session.CustomerDetails

/** Whether the session has asked for an invoice, and is paid. */
export const isInvoiced = ({ payment, request }: Checkout): boolean =>
  payment === 'paid' && request.invoice_creation?.enabled === true

/**
 * By default, Stripe counts the invoices of each customer behind the customer's own prefix, and each checkout makes a new customer
 * (docs.stripe.com/invoicing/customize).
 */
export const invoiceNumber = ({ paymentId }: Checkout): string =>
  `${createHash('sha256').update(paymentId).digest('hex').slice(0, 8).toUpperCase()}-0001`

/** When the checkout was paid, as its event says; seconds since 1970. */
export const paidAt = ({ listedEvents, createdAt }: Checkout): number =>
  listedEvents.find(({ type }) => type === 'payment_intent.succeeded')?.created ?? seconds(createdAt)

export const invoiceObject = (checkout: Checkout, publicUrl: string) =>
  ({
    id: invoiceId(checkout),
    object: 'invoice',
    created: paidAt(checkout),
    currency: checkout.request.currency,
    customer_address: addressOf(checkout),
    customer_email: checkout.request.customer_email ?? null,
    customer_name: customerName(checkout),
    customer_tax_ids: taxIdsOf(checkout),
    hosted_invoice_url: `${publicUrl}/sandbox/invoice/${invoiceId(checkout)}`,
    livemode: false,
    number: invoiceNumber(checkout),
    status: 'paid',
    total: checkout.request.amount,
  }) satisfies Partial<Stripe.Invoice>

const paymentStatus = {
  unpaid: 'requires_payment_method',
  processing: 'processing',
  paid: 'succeeded',
  failed: 'requires_payment_method',
} as const

export function paymentObject(checkout: Checkout) {
  const { request } = checkout
  const isPaid = checkout.payment === 'paid'
  return {
    id: checkout.paymentId,
    object: 'payment_intent',
    amount: request.amount,
    amount_received: isPaid ? request.amount : 0,
    created: seconds(checkout.createdAt),
    currency: request.currency,
    latest_charge: isPaid ? chargeId(checkout) : null,
    livemode: false,
    metadata: request.payment_intent_data?.metadata ?? {},
    status: paymentStatus[checkout.payment],
  } satisfies Partial<Stripe.PaymentIntent>
}

export function chargeObject(checkout: Checkout) {
  const refunded = refundedCents(checkout)
  const { amount, currency, payment_intent_data } = checkout.request
  return {
    id: chargeId(checkout),
    object: 'charge',
    amount,
    amount_refunded: refunded,
    refunded: refunded === amount,
    created: seconds(checkout.createdAt),
    currency,
    livemode: false,
    metadata: payment_intent_data?.metadata ?? {},
    payment_intent: checkout.paymentId,
  } satisfies Partial<Stripe.Charge>
}

export function refundObject(checkout: Checkout, refund: SandboxRefund) {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.cents,
    charge: chargeId(checkout),
    created: refund.created,
    currency: checkout.request.currency,
    payment_intent: checkout.paymentId,
    status: refund.failed ? 'failed' : 'succeeded',
  } satisfies Partial<Stripe.Refund>
}

const disputeStatus = { open: 'needs_response', won: 'won', lost: 'lost' } as const

export function disputeObject(checkout: Checkout, dispute: SandboxDispute) {
  const { amount } = checkout.request
  return {
    id: dispute.id,
    object: 'dispute',
    amount,
    charge: chargeId(checkout),
    currency: checkout.request.currency,
    evidence_details: {
      due_by: seconds(dispute.dueAt),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    livemode: false,
    payment_intent: checkout.paymentId,
    reason: 'product_not_received',
    status: disputeStatus[dispute.state],
  } satisfies Partial<Stripe.Dispute>
}

export function fraudWarningObject(checkout: Checkout) {
  return {
    id: checkout.paymentId.replace('pi_', 'issfr_'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: chargeId(checkout),
    fraud_type: 'misc',
    livemode: false,
    payment_intent: checkout.paymentId,
  } satisfies Partial<Stripe.Radar.EarlyFraudWarning>
}

/** A price in the dashboard. */
export const priceObject = (id: string, cents: number, currency: string) =>
  ({
    id,
    object: 'price',
    active: true,
    currency,
    type: 'one_time',
    unit_amount: cents,
  }) satisfies Partial<Stripe.Price>
