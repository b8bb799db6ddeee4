import type { Generated, Insertable, Selectable } from 'kysely'
import type { Config } from '../config/env.ts'

/**
 * One schema for SQLite and Postgres. Times are integer milliseconds since 1970, amounts are integers of the currency's smallest
 * unit, booleans are 0 or 1, and JSON is text, so that a row is the same in both.
 */
export interface Schema {
  orders: OrdersTable
  events: EventsTable
  outbox: OutboxTable
  downloads: DownloadsTable
  order_history: OrderHistoryTable
  progress: ProgressTable
  sandbox_sessions: SandboxSessionsTable
}

export type DisputeState = 'open' | 'won' | 'lost'

export type OrderStatus = 'open' | 'paid' | 'refunded' | 'disputed' | 'expired' | 'failed'

interface OrdersTable {
  id: string
  name: string
  /** The address for mail; the seller may change it. */
  email: string
  /**
   * `emailKey` of the address from the checkout, and of the current address. Orders with an equal key belong to the same
   * person.
   */
  email_key: string
  contact_key: string
  /** A keyed hash of the client that opened the order (checkout/held-seats.ts). Null once the order is not open. */
  client_key: string | null
  status: OrderStatus
  tier: 'early' | 'list'
  /** The price of the order. */
  amount_cents: number
  /** The amount that the provider charged, with taxes and reductions; null until it is known. */
  charged_cents: number | null
  /** The currency of the charged amount and its taxes, as the provider writes it; null: that of the price. */
  charged_currency: string | null
  /** The taxes in the charged amount; null while unknown. */
  tax_cents: number | null
  currency: string
  terms_version: string
  provider: Config['payments']
  /** Whether the order is for real money. 0 or 1; 0 by default. */
  livemode: Generated<number>
  idempotency_key: string
  /** The parameters for the provider, computed once. A retry sends the same bytes. JSON. */
  request: string
  session_id: string | null
  checkout_url: string | null
  payment_id: string | null
  /** The seller's own words about the order. */
  note: string | null
  /** The payer's address from the provider: `customer_details.email`. */
  payer_email: string | null
  /** `emailKey` of the payer's address. */
  payer_key: string | null
  /** When the hosted page stops taking money. */
  expires_at: number
  created_at: number
  /** The status is computed from the columns up to `disputed_at`. Each time is that of the first event that reported the change. */
  completed_at: number | null
  paid_at: number | null
  failed_at: number | null
  expired_at: number | null
  refunded_at: number | null
  refunded_cents: number
  /** The worst of `disputes`; null: none. */
  dispute: DisputeState | null
  /** The state of each dispute, by the provider's id. JSON. */
  disputes: Generated<string>
  disputed_at: number | null
  /** Download links signed before this time are closed: their mailbox is no longer the buyer's. Null: none are. */
  links_from: number | null
  /** When the seller closed the download. It stays closed even if the order is paid. */
  revoked_at: number | null
  /** When the seller opened the download although a dispute was lost. */
  restored_at: number | null
  /** When the seller gave the kit away or took a payment elsewhere; null: sold through the shop. */
  granted_at: number | null
  /** When the sweep last asked the provider. */
  checked_at: number | null
  consultation_done_at: number | null
  /** When the buyer asked to get no more announcements. It counts for all orders of this person. */
  unsubscribed_at: number | null
  /** When name and address were removed: on request, or by `retention.ts`. */
  erased_at: number | null
}

interface EventsTable {
  /** The provider's event id. A second delivery of the event conflicts with it. */
  id: string
  provider: Config['payments']
  type: string
  /** What the event means to its order, translated once. JSON. */
  effect: string
  /** Kind and object of the change, so that two events that report one change have one effect. */
  effect_key: string | null
  order_id: string
  /** `repeated`: an earlier event has reported the change. */
  outcome: 'applied' | 'repeated'
  /** When it happened, as the provider says. */
  happened_at: number
  created_at: number
}

interface OutboxTable {
  id: string
  /** Kind and cause of the mail. A second attempt to queue the same mail conflicts with it. */
  dedupe_key: string
  kind: MailKind
  order_id: string | null
  /** JSON: what the template needs beyond the order. */
  details: string
  recipient: string
  message_id: string
  /** `obsolete`: its content was no longer true when it was due. */
  status: 'queued' | 'sent' | 'failed' | 'obsolete'
  /** Finished attempts. An attempt that a crash or a shutdown cut off does not count. */
  attempts: number
  /** When the next attempt is due. */
  next_attempt_at: number
  /** The worker that has claimed the mail. A claim expires, so that another worker sends the mail of a killed one. */
  claimed_by: string | null
  claimed_until: number | null
  last_error: string | null
  created_at: number
  sent_at: number | null
}

export type MailKind =
  | 'receipt'
  | 'link'
  | 'payment-pending'
  | 'payment-refused'
  | 'refund'
  | 'dispute'
  | 'announcement'
  | 'sale'
  | 'notice'

interface DownloadsTable {
  id: string
  order_id: string
  /** `page` for the page, `file` for the archive. */
  kind: 'page' | 'file'
  at: number
  ip: string
  user_agent: string
  /** The length of the response in bytes; a Range asks for a part. */
  bytes: number
}

export type ActName =
  | 'resend'
  | 'change-address'
  | 'close'
  | 'open'
  | 'note'
  | 'consultation'
  | 'grant'
  | 'erase'

/** What the seller did to an order. */
interface OrderHistoryTable {
  id: string
  order_id: string
  at: number
  action: ActName
  /** The user of the machine, or `link` for the seller's page of the order. */
  by: string
  /** What was changed; emptied when the person is erased. JSON. */
  details: string
}

/** How far a repeated task has come. */
interface ProgressTable {
  id: string
  /** The task is done up to this time, ms since 1970. */
  at: number
}

interface SandboxSessionsTable {
  id: string
  /** Unique. */
  idempotency_key: string
  /** The checkout (payments/sandbox/checkout.ts). JSON. A change applies only to the document that it was made from. */
  document: string
  /** When the sandbox has to look at the checkout next, ms since 1970; null: never. */
  due_at: number | null
  /** When something last happened to it, ms since 1970. */
  updated_at: number
}

export type Order = Selectable<OrdersTable>
export type NewOrder = Insertable<OrdersTable>
export type StoredEvent = Selectable<EventsTable>
export type Mail = Selectable<OutboxTable>
export type Download = Selectable<DownloadsTable>
export type ActRecord = Selectable<OrderHistoryTable>
