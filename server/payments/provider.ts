import type { Order } from '../database/schema.ts'
import type { Effect } from './effect.ts'

type Tier = Order['tier']

/** The input of a checkout session: everything that the hosted page shows and that the events return. */
export interface SessionInput {
  orderId: string
  name: string
  email: string
  tier: Tier
  amountCents: number
  currency: string
  /** The host of PUBLIC_URL. */
  shop: string
  termsVersion: string
  productName: string
  productDescription: string
  /** Milliseconds since 1970. */
  expiresAt: number
  successUrl: string
  cancelUrl: string
}

export interface Session {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The charged amount, with taxes and reductions. */
  totalCents: number | null
  /** The taxes in that amount. */
  taxCents: number | null
  /** What a promotion code took off. */
  discountCents: number | null
  /** The currency of all three, as Stripe writes it, such as `usd`. */
  currency: string | null
  /** The bank refused a delayed payment, so nobody can pay this session any more. */
  failed: boolean
  /** Null once the session has ended. */
  url: string | null
  paymentId: string | null
  payerEmail: string | null
}

/** The provider's record of a completed sale, for an order that the shop has lost. */
export interface Sale {
  /** The id of its order. */
  id: string
  /** The host of the PUBLIC_URL of the shop that made it. */
  shop: string
  sessionId: string
  name: string
  email: string
  tier: Tier
  /** The price of the order, in cents. */
  amountCents: number
  currency: string
  termsVersion: string
  /** Ms since 1970. */
  createdAt: number
}

export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  /** When it happened, as the provider says, in ms since 1970. */
  at: number
  /** `null`: the shop does not act on the type, or did not sell what the event is about. */
  effect: Effect | null
  /** Identifies the change. Two events that report one change share it. */
  effectKey: string | null
  /** Our own id, from the metadata. Null: the shop did not sell what the event is about. */
  orderId: string | null
  sessionId: string | null
  paymentId: string | null
  payerEmail: string | null
}

/** An event in the provider's own list. */
export interface ListedEvent {
  id: string
  /** Ms since 1970. */
  createdAt: number
  /**
   * Translates the event, as `readEvent` does.
   * @throws EventShapeError, ProviderError
   */
  read(): Promise<ProviderEvent>
}

/**
 * What the shop needs from its payment provider, in the shop's own terms, so that orders never see Stripe's objects. Every call
 * ends within the adapter's time limit, or throws a `ProviderError`.
 */
export interface PaymentProvider {
  readonly name: Order['provider']
  /** Whether real money moves. An event whose `livemode` differs was made in the provider's other mode. */
  readonly livemode: boolean
  /** Whether the seller's settings let the provider charge in the buyer's own currency. */
  readonly localPrices: boolean
  /**
   * A repeated call with the same key and request returns the same session. It ends within 8 s.
   * @param request made by `sessionRequest`
   * @throws ProviderError with `keySpent` when this key can never give a session
   */
  createSession(request: string, idempotencyKey: string): Promise<Session>
  /** @returns null when the provider does not know the session */
  findSession(sessionId: string): Promise<Session | null>
  /** Ends an open session early. A session that has already ended is not an error. */
  expireSession(sessionId: string): Promise<void>
  /**
   * The sale of a session or of a payment. Null: it is not complete, no shop of ours made it, or its person was erased.
   * @throws ProviderError
   */
  findSale(of: Pick<ProviderEvent, 'sessionId' | 'paymentId'>): Promise<Sale | null>
  /**
   * Marks a session, so that no event makes its order again, and removes the name that the shop wrote there. An unknown session is
   * not an error.
   * @throws ProviderError
   */
  forgetSale(sessionId: string): Promise<void>
  /**
   * Verifies the signature over the raw bytes and translates the event. It may request from the provider what the event leaves
   * out.
   * @throws SignatureError when the sender is not the provider, or the body is not an event
   * @throws EventShapeError when the signature is valid, but the content cannot be read
   * @throws ProviderError when the provider did not answer. Respond to the webhook with 5xx, so that the provider sends the
   * event again
   */
  readEvent(body: Uint8Array, headers: Headers): Promise<ProviderEvent>
  /**
   * Pages of the provider's own list of events that change an order (`listedTypes`), newest first. It includes events
   * whose webhook never arrived.
   * @param since ms since 1970, rounded down to a second; the provider keeps 30 days
   * @throws ProviderError
   */
  listEvents(since: number): AsyncIterable<ListedEvent[]>
  /** Whether webhooks can be verified. Without a secret, the endpoint answers 404. */
  readonly webhooksConfigured: boolean
  /** Resolves when the provider answers; for readyz and doctor. */
  check(): Promise<void>
}

export class SignatureError extends Error {
  override name = 'SignatureError'
}

/** A signed event whose content the shop cannot read. */
export class EventShapeError extends Error {
  override name = 'EventShapeError'
}

/**
 * The provider failed.
 *
 * - `definite`: nothing was created and nothing will be. Otherwise, the outcome is unknown.
 * - `keySpent`: the provider saved this failure under the idempotency key and repeats it to every retry, and the order has no
 *   session. No buyer ever got a URL under such a key, so nobody can pay. The order can fail, its seat becomes free, and a new
 *   order can use a new key.
 * - `emailRefused`: the provider refused the buyer's email address. Another address may work.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly definite: boolean
  readonly keySpent: boolean
  readonly emailRefused: boolean
  constructor(
    message: string,
    options: {
      definite: boolean
      keySpent?: boolean
      emailRefused?: boolean
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.definite = options.definite
    this.keySpent = options.keySpent ?? false
    this.emailRefused = options.emailRefused ?? false
  }
}
