import type { Selectable } from 'kysely'
import type { SandboxSessionsTable } from '../../database/schema.ts'
import type { Session, SessionInput } from '../provider.ts'
import type { PaymentTotals } from '../stripe-dialect/translate-event.ts'

export interface SandboxRefund {
  id: string
  cents: number
  failed: boolean
}

/** An event in Stripe's shape. */
export interface SandboxEvent {
  id: string
  type: string
  /** Seconds since 1970. */
  created: number
}

/** An event on its way to the webhook. */
export interface PendingEvent {
  /** Distinguishes two deliveries of one event. */
  key: string
  /** The event is held back until this time, in ms since 1970; 0: due at once. */
  notBefore: number
  event: SandboxEvent
}

/** A checkout of the sandbox, read from its row. */
export interface SandboxSession {
  id: string
  request: SessionInput
  status: 'open' | 'complete' | 'expired'
  payment: 'unpaid' | 'processing' | 'paid' | 'failed'
  paymentId: string
  refunds: SandboxRefund[]
  dispute: 'open' | 'won' | 'lost' | null
  fraudWarned: boolean
  pending: PendingEvent[]
  /** The latest events that change an order, oldest first, for the list of events. */
  listedEvents: SandboxEvent[]
  version: number
  expiresAt: number
}

export function fromRow(row: Selectable<SandboxSessionsTable>): SandboxSession {
  return {
    id: row.id,
    request: JSON.parse(row.request),
    status: row.status,
    payment: row.payment,
    paymentId: row.payment_id,
    refunds: JSON.parse(row.refunds),
    dispute: row.dispute,
    fraudWarned: row.fraud_warned === 1,
    pending: JSON.parse(row.pending),
    listedEvents: JSON.parse(row.listed_events),
    version: row.version,
    expiresAt: row.expires_at,
  }
}

/** The columns that an action may change. */
export function toRow(session: SandboxSession) {
  return {
    status: session.status,
    payment: session.payment,
    refunds: JSON.stringify(session.refunds),
    dispute: session.dispute,
    fraud_warned: session.fraudWarned ? 1 : 0,
    pending: JSON.stringify(session.pending),
    listed_events: JSON.stringify(session.listedEvents),
    last_listed_at: (session.listedEvents.at(-1)?.created ?? 0) * 1000 || null,
  }
}

/** The total of refunds, in cents. */
export function refundedCents(session: SandboxSession): number {
  return session.refunds.reduce((sum, refund) => sum + (refund.failed ? 0 : refund.cents), 0)
}

/** How many times a refund was made or failed. A stale page shows a lower number. */
export function refundChanges({ refunds }: SandboxSession): number {
  return refunds.length + refunds.filter((refund) => refund.failed).length
}

/** Whether the hosted page still takes money. The clock decides, because the row is marked as expired only later. */
export function isOpen(session: SandboxSession, now: number): boolean {
  return session.status === 'open' && now < session.expiresAt
}

/** The session in the terms of the port. */
export function toSession(session: SandboxSession, publicUrl: string, now: number): Session {
  const open = isOpen(session, now)
  return {
    id: session.id,
    status: session.status === 'open' && !open ? 'expired' : session.status,
    paid: session.payment === 'paid',
    totalCents: session.request.amountCents,
    taxCents: null,
    currency: session.request.currency,
    failed: session.payment === 'failed',
    url: open ? `${publicUrl}/sandbox/checkout/${session.id}` : null,
    paymentId: session.status === 'complete' ? session.paymentId : null,
    payerEmail: session.status === 'complete' ? session.request.email : null,
  }
}

export function paymentTotals(session: SandboxSession): PaymentTotals {
  return {
    orderId: session.request.orderId,
    amountCents: session.request.amountCents,
    refundedCents: refundedCents(session),
    refunds: session.refunds.length,
    failedRefunds: session.refunds.filter((refund) => refund.failed).length,
  }
}
