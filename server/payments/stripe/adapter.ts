import type Stripe from 'stripe'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import { isLiveKey } from '../../config/env.ts'
import { within } from '../../timing/within.ts'
import {
  type PaymentProvider,
  ProviderError,
  type ProviderEvent,
  type Sale,
  type Session,
} from '../provider.ts'
import { defaultLimits, type StripeAccess, stripeClient, type TimeLimits } from './client.ts'
import {
  isKeySpent,
  isMissing,
  isRefusal,
  isServerError,
  nullIfMissing,
  throwProviderError,
  toProviderError,
} from './errors.ts'
import { checkEventShape, listedTypes } from './event-shape.ts'
import { stripeLookup } from './lookup.ts'
import { verifyEvent } from './signature.ts'
import { idOf, isPaid, payerOf, translateEvent } from './translate-event.ts'

export interface StripeOptions extends StripeAccess {
  /** The name that orders and events are stored with. */
  name: PaymentProvider['name']
  /** Null: webhooks cannot be verified, so there are none. */
  webhookSecret: string | null
  /** ms since 1970 */
  now: () => number
  features?: PaymentFeatures
  limits?: TimeLimits
}

/** The longest life of a session, in seconds (docs.stripe.com/api/checkout/sessions/create, `expires_at`). */
const longestLife = 24 * 3600

/** How many open sessions are searched for one that Stripe created although it answered with an error. */
const mostSearched = 500

/** The shop's payments by Stripe's hosted Checkout, or by another server with Stripe's API. */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { name, secretKey, webhookSecret, now, features = payments, limits = defaultLimits } = options
  const client = stripeClient(options, limits)
  const lookup = stripeLookup(client)

  /**
   * Runs a call within the time limit, and converts every failure to a ProviderError. The SDK limits only the silence on a
   * connection, so an answer that arrives slowly could take forever. After a timeout, a retry with the same key shows what
   * happened.
   */
  const callStripe = <T>(call: () => Promise<T>): Promise<T> => {
    const timeoutError = () =>
      new ProviderError(`Stripe did not answer within ${limits.total} ms.`, { definite: false })
    return within(limits.total, call(), timeoutError).catch(throwProviderError)
  }

  /** @throws EventShapeError, ProviderError */
  async function read(event: Stripe.Event): Promise<ProviderEvent> {
    checkEventShape(event)
    return callStripe(() => translateEvent(event, lookup))
  }

  /** Reads a session with its payment. Only the payment shows whether the bank refused or has not answered yet. */
  const retrieve = (id: string) => client.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })

  /** Refunds and disputes name the payment only, and the payment does not have the buyer's address. */
  const sessionOfPayment = async (paymentId: string) =>
    (await client.checkout.sessions.list({ payment_intent: paymentId, limit: 1 })).data[0]

  async function create(parameters: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) {
    try {
      const session = await retryOnce(() => client.checkout.sessions.create(parameters, { idempotencyKey }))
      // A replayed answer shows the session as it was when it was created: open, even if it has been paid since.
      const isReplayed = headerOf(session, 'idempotent-replayed') === 'true'
      return isReplayed ? await retrieve(session.id) : session
    } catch (error) {
      if (!isKeySpent(error)) throw error
      const lost = await findLost(parameters).catch(() => {
        throw toProviderError(error)
      })
      if (lost) return lost
      throw toProviderError(error, true)
    }
  }

  /** Finds a session that Stripe created despite its error. Such a session is open and names the order. */
  async function findLost(parameters: Stripe.Checkout.SessionCreateParams) {
    const earliestCreation = (parameters.expires_at ?? 0) - longestLife
    const open = await client.checkout.sessions
      .list({ status: 'open', created: { gte: earliestCreation }, limit: 100 })
      .autoPagingToArray({ limit: mostSearched })
    return open.find((session) => session.client_reference_id === parameters.client_reference_id)
  }

  return {
    name,
    livemode: isLiveKey(secretKey),
    localPrices: features.adaptivePricing,
    webhooksConfigured: Boolean(webhookSecret?.trim()),

    createSession: (request, idempotencyKey) =>
      callStripe(async () => toSession(await create(JSON.parse(request), idempotencyKey))),

    findSession: (sessionId) =>
      callStripe(async () => {
        const session = await retrieve(sessionId).catch(nullIfMissing)
        return session && toSession(session)
      }),

    expireSession: (sessionId) =>
      callStripe(async () => {
        try {
          await client.checkout.sessions.expire(sessionId)
        } catch (error) {
          if (!isRefusal(error) || isMissing(error)) throw error
          const session = await client.checkout.sessions.retrieve(sessionId)
          if (session.status === 'open') throw error
        }
      }),

    findSale: ({ sessionId, paymentId }) =>
      callStripe(async () => {
        const session = sessionId
          ? await client.checkout.sessions.retrieve(sessionId).catch(nullIfMissing)
          : paymentId && (await sessionOfPayment(paymentId))
        return session ? toSale(session) : null
      }),

    forgetSale: (sessionId) =>
      callStripe(async () => {
        // An empty value deletes its key.
        const metadata = { erased: 'yes', buyer_name: '' }
        await client.checkout.sessions.update(sessionId, { metadata }).catch(nullIfMissing)
      }),

    async readEvent(body, headers) {
      return read(verifyEvent(body, headers.get('stripe-signature'), webhookSecret ?? '', now()))
    },

    async *listEvents(since) {
      const query = { types: [...listedTypes], created: { gte: Math.floor(since / 1000) }, limit: 100 }
      for (let last: string | undefined; ; ) {
        const page = await callStripe(() =>
          client.events.list({ ...query, ...(last && { starting_after: last }) }),
        )
        yield page.data.map((event) => ({
          id: event.id,
          createdAt: event.created * 1000,
          read: () => read(event),
        }))
        last = page.data.at(-1)?.id
        if (!page.has_more || !last) return
      }
    },

    check: () =>
      callStripe(async () => {
        await client.checkout.sessions.list({ limit: 1 })
      }),
  }
}

/**
 * Retries once after a server error. If Stripe has saved the error, the SDK does not retry, and only a retry shows that the
 * error is saved.
 */
function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch((error) => {
    if (!isServerError(error) || isKeySpent(error)) throw error
    return attempt()
  })
}

/** A header of an answer. In this process, the headers are a `Headers`, although their type says otherwise. */
function headerOf({ lastResponse }: Stripe.Response<unknown>, name: string): string | null | undefined {
  const headers: unknown = lastResponse.headers
  return headers instanceof Headers ? headers.get(name) : lastResponse.headers[name]
}

/** The status of a payment that the bank refused (docs.stripe.com/payments/paymentintents/lifecycle). */
const refused: (Stripe.PaymentIntent.Status | undefined)[] = ['requires_payment_method', 'canceled']

function toSession(session: Stripe.Checkout.Session): Session {
  const ended: Session['status'] = session.status === 'complete' ? 'complete' : 'expired'
  const payment = session.payment_intent
  return {
    id: session.id,
    status: session.status === 'open' || session.status === null ? 'open' : ended,
    paid: session.status === 'complete' && isPaid(session),
    totalCents: session.amount_total,
    taxCents: session.total_details?.amount_tax ?? null,
    discountCents: session.total_details?.amount_discount ?? null,
    currency: session.currency,
    failed:
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      typeof payment === 'object' &&
      refused.includes(payment?.status),
    url: session.url,
    paymentId: idOf(payment),
    payerEmail: payerOf(session),
  }
}

/** Reads the values that `sessionParameters` wrote. */
function toSale(session: Stripe.Checkout.Session): Sale | null {
  const { client_reference_id: id, customer_email: email, metadata, currency, amount_subtotal } = session
  if (session.status !== 'complete' || metadata?.erased) return null
  if (!id || !email || !metadata?.shop || currency === null || amount_subtotal === null) return null
  return {
    id,
    email,
    shop: metadata.shop,
    sessionId: session.id,
    name: metadata.buyer_name ?? '',
    tier: metadata.tier === 'early' ? 'early' : 'list',
    // The price of the order, before a promotion code that the buyer typed on Stripe's page.
    amountCents: amount_subtotal,
    currency,
    termsVersion: metadata.terms_version ?? 'unknown',
    createdAt: session.created * 1000,
  }
}
