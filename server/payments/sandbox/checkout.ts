import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { DisputeState, SandboxSessionsTable } from '../../database/schema.ts'
import type { Business } from './business.ts'
import type { NewSession } from './session-parameters.ts'

export interface SandboxRefund {
  id: string
  /** The idempotency key of the call that made it; null for a button of the page. */
  key: string | null
  cents: number
  failed: boolean
  /** Seconds since 1970. */
  created: number
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

/** An event on its way to the webhook. */
export interface PendingEvent {
  /** Distinguishes two deliveries of one event. */
  key: string
  /** The event is held back until this time, in ms since 1970; 0: due at once. */
  notBefore: number
  event: SandboxEvent
}

/**
 * One checkout with everything that follows from it: its session, payment, charge, refunds, disputes and events. The objects of
 * the API are views of it (objects.ts).
 */
export interface Checkout {
  id: string
  /** The idempotency key of the call that created it. */
  key: string
  request: NewSession
  status: SandboxSessionsTable['status']
  payment: SandboxSessionsTable['payment']
  paymentId: string
  /** What a business has entered for its invoice; null: the buyer is no business. */
  business: Business | null
  /** Oldest first. */
  refunds: SandboxRefund[]
  /** Oldest first. Only the last one can be open. */
  disputes: SandboxDispute[]
  fraudWarned: boolean
  pending: PendingEvent[]
  /** For the list of events. Oldest first. */
  listedEvents: SandboxEvent[]
  version: number
  /** ms since 1970 */
  expiresAt: number
  /** ms since 1970 */
  createdAt: number
}

/** Makes the id of an object. @param prefix what Stripe's ids of this kind begin with, such as `pi` */
export type NewId = (prefix: string) => string

/** 192 bits. Whoever knows the address of a checkout may act on it, so nobody must be able to guess an id. */
export const randomId: NewId = (prefix) => `${prefix}_sandbox_${randomBytes(24).toString('base64url')}`

/** @param times in ms since 1970 */
export function newCheckout(
  key: string,
  request: NewSession,
  times: { createdAt: number; expiresAt: number },
  newId: NewId,
): Checkout {
  return {
    id: newId('cs'),
    key,
    request,
    status: 'open',
    payment: 'unpaid',
    paymentId: newId('pi'),
    business: null,
    refunds: [],
    disputes: [],
    fraudWarned: false,
    pending: [],
    listedEvents: [],
    version: 1,
    ...times,
  }
}

/** A checkout as it was when it was created, which is what a repeated idempotency key gets. */
export const asCreated = (checkout: Checkout): Checkout => ({
  ...checkout,
  status: 'open',
  payment: 'unpaid',
  refunds: [],
})

/** The total of refunds, in cents. */
export function refundedCents(checkout: Checkout): number {
  return checkout.refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0)
}

/** How many times a refund was made or failed. A stale page shows a lower number. */
export function refundChanges({ refunds }: Checkout): number {
  return refunds.length + refunds.filter((refund) => refund.failed).length
}

/** Whether the bank can open a dispute: not while one is open, and not after one was lost, because it has the money. */
export const mayDispute = ({ disputes }: Checkout): boolean => disputes.every(({ state }) => state === 'won')

/** Whether the hosted page still takes money. The clock decides, because the row is marked as expired only later. */
export function isOpen(checkout: Checkout, now: number): boolean {
  return checkout.status === 'open' && now < checkout.expiresAt
}
