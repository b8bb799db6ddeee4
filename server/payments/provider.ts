import type { Effect } from './effect.ts'

/** What a checkout asks of a provider: everything that its hosted page shows and its events carry back. */
export interface SessionInput {
  orderId: string
  name: string
  email: string
  amountCents: number
  currency: string
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
  /** What it charges or charged, with taxes and reductions. */
  totalCents: number | null
  /** The taxes in it. */
  taxCents: number | null
  /** The bank has refused a payment that was to come later: nobody can pay this session any more. */
  failed: boolean
  /** There only while the session is open. */
  url: string | null
  paymentId: string | null
  payerEmail: string | null
}

export interface ProviderEvent {
  id: string
  type: string
  livemode: boolean
  /** `null`: a type that the shop does not act on. */
  effect: Effect | null
  /** Kind and object: two event objects that tell one change share it. */
  effectKey: string | null
  /** Any of these finds the order; an event names at least one of them. */
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
  /** The event as JSON, as a webhook would have brought it. */
  payload: string
  /**
   * Translates it, as `readEvent` does.
   * @throws EventShapeError, ProviderError
   */
  read(): Promise<ProviderEvent>
}

/**
 * The payment port. Every call ends within the provider's own time limit, or throws a `ProviderError`.
 */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox'
  /** Whether real money moves. An event whose `livemode` differs was made in the provider's other mode. */
  readonly livemode: boolean
  /**
   * What the seller's settings let the provider change about an amount: lower it (promotion codes), or raise it or turn it
   * into another currency (taxes, local prices).
   */
  readonly adjustments: { discounts: boolean; surcharges: boolean }
  /** How far the provider's clock is ahead of this machine's, in ms, as its last answer said; 0 before the first. */
  clockAheadMs(): number
  /** Shortest and longest life of a session, in ms. */
  readonly sessionLife: { min: number; max: number }
  /** The parameters of a session as JSON, pure: they are stored with the order and replayed as they are. */
  buildRequest(input: SessionInput): string
  /**
   * The same key with the same request gives the same session, however often it is asked. Ends within 8 s.
   * @throws ProviderError with `keySpent` when this key can never give a session
   */
  createSession(request: string, idempotencyKey: string): Promise<Session>
  /** @returns null when the provider does not know the session */
  findSession(sessionId: string): Promise<Session | null>
  /** Ends an open session early; one that has ended already is no error. */
  expireSession(sessionId: string): Promise<void>
  /** The address of the invoice that the provider made for a session; null when there is none. @throws ProviderError */
  findInvoice(sessionId: string): Promise<string | null>
  /** Gives all the money back; the change of the order comes with the event. */
  refund(paymentId: string, idempotencyKey: string): Promise<void>
  /**
   * Verifies the signature over the raw bytes and translates. May ask the provider where an event alone
   * does not tell the whole state.
   * @throws SignatureError when the sender is not the provider, or the body is not an event
   * @throws EventShapeError when the event is the provider's and its content cannot be read
   * @throws ProviderError when that question failed: answer 5xx, so that the provider sends the event again
   */
  readEvent(body: Uint8Array, headers: Headers): Promise<ProviderEvent>
  /** Whether the headers hold what has the shape of a signature. Without one the body of a webhook is not even read. */
  mayBeSigned(headers: Headers): boolean
  /**
   * The provider's own list of the events that change an order (`listedTypes`), newest first, page by page. It also has
   * those whose webhook never came.
   * @param since ms since 1970; the provider keeps 30 days
   * @throws ProviderError
   */
  listEvents(since: number): AsyncIterable<ListedEvent[]>
  /** Whether webhooks can be verified; without a secret the endpoint does not exist. */
  readonly webhooksConfigured: boolean
  /** Resolves when the provider answers; for readyz and doctor. */
  check(): Promise<void>
}

export class SignatureError extends Error {
  override name = 'SignatureError'
}

/** An event whose sender is the provider, and whose content the shop cannot read. */
export class EventShapeError extends Error {
  override name = 'EventShapeError'
}

/**
 * The provider failed. `definite`: nothing was made, and nothing will be; otherwise nobody knows.
 * `keySpent`: the provider has kept this failure under the idempotency key and repeats it to every retry, and
 * no session of this order was found. Nobody was ever given a url under such a key, so nobody can pay it: the
 * order may be failed, its seat returned, and a new order with a new key may ask again.
 * `emailRefused`: it was the buyer's address that was refused, so that another one may be taken.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly definite: boolean
  readonly keySpent: boolean
  readonly emailRefused: boolean
  constructor(
    message: string,
    options: { definite: boolean; keySpent?: boolean; emailRefused?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.definite = options.definite
    this.keySpent = options.keySpent ?? false
    this.emailRefused = options.emailRefused ?? false
  }
}
