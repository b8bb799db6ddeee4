import { randomBytes } from 'node:crypto'
import { Refusal } from './parameters.ts'
import type { readSession } from './session-parameters.ts'

const newId = (prefix: string) => `${prefix}_test_${randomBytes(12).toString('hex')}`

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  url: string | null
  created: number
  expires_at: number
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  success_url: string
  customer_details: { email: string } | null
  payment_intent: string | null
  invoice: string | null
  metadata: Record<string, string>
  livemode: boolean
}

export interface Invoice {
  id: string
  object: 'invoice'
  hosted_invoice_url: string
}

export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  status: 'processing' | 'succeeded' | 'requires_payment_method'
  amount: number
  amount_received: number
  latest_charge: string | null
  metadata: Record<string, string>
}

export interface Charge {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  payment_intent: string | null
  metadata: Record<string, string>
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
}

export interface Dispute {
  id: string
  object: 'dispute'
  status: string
  charge: string
  payment_intent: string | null
  evidence_details: { due_by: number }
}

/** The state of one account. Its objects have Stripe's shapes, with only the fields that the shop reads. */
export class StripeAccount {
  readonly sessions = new Map<string, CheckoutSession>()
  readonly invoices = new Map<string, Invoice>()
  readonly payments = new Map<string, PaymentIntent>()
  readonly charges = new Map<string, Charge>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  /** The webhook endpoints in the dashboard. */
  readonly endpoints: {
    id: string
    url: string
    status: 'enabled' | 'disabled'
    enabled_events: string[]
    api_version: string | null
  }[] = []
  /** All events, delivered or not. */
  readonly events: { id: string; type: string; created: number }[] = []
  /** The prices in the dashboard, in cents, by id. */
  readonly prices = new Map<string, number>()
  /** The sessions whose payments get an invoice. */
  readonly #invoiced = new Set<string>()
  readonly #paymentMetadata = new Map<string, Record<string, string>>()
  readonly #now: () => number
  readonly #live: boolean

  /** @param now ms since 1970 */
  constructor(now: () => number, live: boolean) {
    this.#now = now
    this.#live = live
  }

  /** Now in seconds since 1970. */
  #seconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  createSession(read: ReturnType<typeof readSession>, baseUrl: string): CheckoutSession {
    const id = newId('cs')
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      mode: read.mode,
      status: 'open',
      payment_status: 'unpaid',
      url: `${baseUrl}/c/pay/${id}`,
      created: this.#seconds(),
      expires_at: read.expiresAt,
      amount_total: read.amount,
      currency: 'usd',
      client_reference_id: read.client_reference_id ?? null,
      customer_email: read.customer_email ?? null,
      success_url: read.successUrl,
      customer_details: null,
      payment_intent: null,
      invoice: null,
      metadata: read.metadata ?? {},
      livemode: this.#live,
    }
    this.sessions.set(id, session)
    this.#paymentMetadata.set(id, read.payment_intent_data?.metadata ?? {})
    if (read.invoice_creation?.enabled) this.#invoiced.add(id)
    return session
  }

  /** Finds a session, and expires it if its time is over. */
  session(id: string): CheckoutSession {
    const session = lookUp(this.sessions, id, 'checkout.session')
    if (session.status === 'open' && session.expires_at <= this.#seconds()) this.#close(session, 'expired')
    return session
  }

  #close(session: CheckoutSession, status: 'complete' | 'expired') {
    session.status = status
    session.url = null
  }

  #open(id: string): CheckoutSession {
    const session = this.session(id)
    if (session.status !== 'open') {
      throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
    }
    return session
  }

  expire(id: string): CheckoutSession {
    const session = this.#open(id)
    this.#close(session, 'expired')
    return session
  }

  /** The buyer submits the hosted page. @param later whether the bank answers some days later */
  complete(id: string, later: boolean, email?: string) {
    const session = this.#open(id)
    const payment: PaymentIntent = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'processing',
      amount: session.amount_total,
      amount_received: 0,
      latest_charge: null,
      metadata: this.#paymentMetadata.get(id) ?? {},
    }
    this.payments.set(payment.id, payment)
    this.#close(session, 'complete')
    session.payment_intent = payment.id
    session.customer_details = { email: email ?? session.customer_email ?? 'buyer@example.com' }
    return later ? { session, payment, charge: null } : this.settle(id)
  }

  /** The money has arrived. */
  settle(id: string) {
    const session = this.session(id)
    const payment = lookUp(this.payments, session.payment_intent ?? '', 'payment_intent')
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: payment.amount,
      amount_refunded: 0,
      payment_intent: payment.id,
      metadata: payment.metadata,
    }
    this.charges.set(charge.id, charge)
    payment.status = 'succeeded'
    payment.amount_received = payment.amount
    payment.latest_charge = charge.id
    session.payment_status = 'paid'
    if (this.#invoiced.has(id)) {
      const invoiceId = newId('in')
      const address = `https://invoice.stripe.com/i/${invoiceId}`
      this.invoices.set(invoiceId, { id: invoiceId, object: 'invoice', hosted_invoice_url: address })
      session.invoice = invoiceId
    }
    return { session, payment, charge }
  }

  /** The bank refuses a pending payment. */
  refuse(id: string): CheckoutSession {
    const session = this.session(id)
    lookUp(this.payments, session.payment_intent ?? '', 'payment_intent').status = 'requires_payment_method'
    return session
  }

  /** @param cents the amount; all that is left by default */
  refund(paymentId: string, cents?: number): { refund: Refund; charge: Charge } {
    const charge = this.chargeOf(paymentId)
    const left = charge.amount - charge.amount_refunded
    if (left === 0) {
      throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    const amount = cents ?? left
    if (amount > left) throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge')
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      status: 'succeeded',
      charge: charge.id,
      payment_intent: paymentId,
    }
    this.refunds.set(refund.id, refund)
    charge.amount_refunded += amount
    return { refund, charge }
  }

  failRefund(id: string): Refund {
    const refund = lookUp(this.refunds, id, 'refund')
    refund.status = 'failed'
    lookUp(this.charges, refund.charge, 'charge').amount_refunded -= refund.amount
    return refund
  }

  dispute(paymentId: string): Dispute {
    const charge = this.chargeOf(paymentId)
    const dispute: Dispute = {
      id: newId('dp'),
      object: 'dispute',
      status: 'needs_response',
      charge: charge.id,
      payment_intent: paymentId,
      evidence_details: { due_by: Math.floor(this.#now() / 1000) + 7 * 24 * 3600 },
    }
    this.disputes.set(dispute.id, dispute)
    return dispute
  }

  chargeOf(paymentId: string): Charge {
    const payment = lookUp(this.payments, paymentId, 'payment_intent')
    return lookUp(this.charges, payment.latest_charge ?? '', 'charge')
  }
}

export function lookUp<T>(map: Map<string, T>, id: string, kind: string): T {
  const object = map.get(id)
  if (object) return object
  throw new Refusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
}
