import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { DisputeState } from '../../database/schema.ts'

/** The parameters that the sandbox reads (stripe/request.ts), as the SDK sends them: every value is text. */
export interface SessionRequest {
  client_reference_id?: string
  customer_email?: string
  success_url: string
  cancel_url?: string
  /** Seconds since 1970. */
  expires_at: string
  allow_promotion_codes?: string
  metadata?: Record<string, string>
  payment_intent_data?: { metadata?: Record<string, string> }
  line_items: [
    {
      price_data: {
        currency: string
        unit_amount: string
        product_data: { name: string; description?: string }
      }
    },
  ]
}

export interface SandboxRefund {
  id: string
  cents: number
  failed: boolean
}

export interface SandboxDispute {
  id: string
  state: DisputeState
  /** When the seller's answer is due, ms since 1970. */
  dueAt: number
}

/** An event (docs.stripe.com/api/events/object). */
export interface SandboxEvent
  extends Pick<Stripe.EventBase, 'id' | 'object' | 'api_version' | 'created' | 'livemode'> {
  type: Stripe.Event['type']
  data: { object: object }
}

/**
 * One checkout with everything that follows from it: its session, payment, charge, refunds, disputes and events. It is stored as
 * one document. The objects of the API are views of it (objects.ts).
 */
export interface Checkout {
  id: string
  /** The idempotency key of the call that created it. */
  key: string
  request: SessionRequest
  status: 'open' | 'complete' | 'expired'
  /** `processing`, `failed`: a bank answers later. Only tests have such payments (tests/support/bank.ts). */
  payment: 'unpaid' | 'processing' | 'paid' | 'failed'
  /** What a promotion code has taken off, in the currency's smallest unit. */
  discount: number
  /** Oldest first. */
  refunds: SandboxRefund[]
  /** Oldest first. Only the last one can be open. */
  disputes: SandboxDispute[]
  /** Oldest first. */
  events: SandboxEvent[]
  /** How many of the events the webhook has accepted. */
  delivered: number
  /** When the other events are sent, ms since 1970; 0: at once. */
  retryAt: number
  /** ms since 1970 */
  expiresAt: number
  /** ms since 1970 */
  createdAt: number
}

/** Makes the id of an object. @param prefix what Stripe's ids of this kind begin with, such as `pi` */
export type NewId = (prefix: string) => string

/** 192 bits. Whoever knows the address of a checkout may act on it, so nobody must be able to guess an id. */
export const randomId: NewId = (prefix) => `${prefix}_sandbox_${randomBytes(24).toString('base64url')}`

/** @param createdAt ms since 1970 */
export const newCheckout = (
  id: string,
  key: string,
  request: SessionRequest,
  createdAt: number,
): Checkout => ({
  id,
  key,
  request,
  status: 'open',
  payment: 'unpaid',
  discount: 0,
  refunds: [],
  disputes: [],
  events: [],
  delivered: 0,
  retryAt: 0,
  expiresAt: Number(request.expires_at) * 1000,
  createdAt,
})

/** The ids of a checkout's payment and charge are the id of its session with another beginning. */
export const paymentIdOf = ({ id }: Pick<Checkout, 'id'>): string => id.replace(/^cs_/, 'pi_')
export const chargeIdOf = ({ id }: Pick<Checkout, 'id'>): string => id.replace(/^cs_/, 'ch_')
export const sessionIdOf = (id: string): string => id.replace(/^(pi|ch)_/, 'cs_')

export const priceData = ({ request }: Checkout) => request.line_items[0].price_data
/** The price before a promotion code, in the currency's smallest unit. */
export const priceCents = (checkout: Checkout): number => Number(priceData(checkout).unit_amount)
/** What the buyer pays, in the currency's smallest unit. */
export const amountCents = (checkout: Checkout): number => priceCents(checkout) - checkout.discount
/** The total of refunds, in the currency's smallest unit. */
export const refundedCents = ({ refunds }: Checkout): number =>
  refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0)
export const remainingCents = (checkout: Checkout): number => amountCents(checkout) - refundedCents(checkout)

/** Whether the hosted page still takes money. The clock decides, because the status changes only later. */
export const isPayable = ({ status, expiresAt }: Checkout, now: number): boolean =>
  status === 'open' && now < expiresAt

export const takesCodes = ({ request }: Checkout): boolean => request.allow_promotion_codes === 'true'

/** Whether the bank can open a dispute: not while one is open, and not after one was lost, because it has the money. */
export const mayDispute = ({ disputes }: Checkout): boolean => disputes.every(({ state }) => state === 'won')
