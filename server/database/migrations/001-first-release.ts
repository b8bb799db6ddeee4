import { type Kysely, sql } from 'kysely'

/**
 * Indexes for every query that the server repeats, so that none of them reads the whole history. A partial index holds only the
 * rows of its query, such as the orders that are not settled yet. A database uses it only for a query that states the same
 * condition with the same constants.
 */
const indexes = [
  // People, by each of their addresses. The payment mode is in the index of the address from the checkout, because SQLite
  // otherwise prefers `orders_unsettled`, and each checkout reads all open orders of all buyers.
  'orders_email_key on orders (email_key, provider, livemode)',
  'orders_contact_key on orders (contact_key)',
  'orders_payer_key on orders (payer_key)',
  // Open orders alone have a client key.
  'orders_client_key on orders (client_key) where client_key is not null',
  // The seats of one price.
  'orders_seats on orders (provider, livemode, tier, status, dispute)',
  `orders_unsettled on orders (provider, livemode, created_at)
    where status = 'open' or (status in ('paid', 'disputed') and paid_at is null)`,
  // Lists, by page.
  'orders_created_at on orders (created_at, id)',
  'orders_status on orders (status, created_at, id)',
  `orders_owed on orders (provider, livemode, created_at, id)
    where status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null`,
  'events_order_id on events (order_id, created_at)',
  'events_effect_key on events (effect_key)',
  'downloads_order_id on downloads (order_id)',
  'order_history_order_id on order_history (order_id)',
  // Retention.
  `orders_to_forget on orders (status, coalesce(failed_at, expired_at))
    where status in ('expired', 'failed') and erased_at is null`,
  `downloads_traced on downloads (at) where ip != '' or user_agent != ''`,
  // Mail.
  'outbox_due on outbox (status, next_attempt_at)',
  'outbox_order_id on outbox (order_id)',
  // The sandbox looks for work every second.
  'sandbox_sessions_due_at on sandbox_sessions (due_at)',
  'sandbox_sessions_updated_at on sandbox_sessions (updated_at)',
]

/** `bigint` holds times and bytes: `integer` has only 4 bytes on Postgres. The columns are explained in `schema.ts`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database

  await schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('contact_key', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('client_key', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('charged_cents', 'integer')
    .addColumn('charged_currency', 'text')
    .addColumn('tax_cents', 'integer')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('terms_version', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.unique())
    .addColumn('checkout_url', 'text')
    .addColumn('payment_id', 'text')
    .addColumn('note', 'text')
    .addColumn('payer_email', 'text')
    .addColumn('payer_key', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('completed_at', 'bigint')
    .addColumn('paid_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('expired_at', 'bigint')
    .addColumn('refunded_at', 'bigint')
    .addColumn('refunded_cents', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('dispute', 'text')
    .addColumn('disputes', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('disputed_at', 'bigint')
    .addColumn('links_from', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('restored_at', 'bigint')
    .addColumn('granted_at', 'bigint')
    .addColumn('checked_at', 'bigint')
    .addColumn('consultation_done_at', 'bigint')
    .addColumn('unsubscribed_at', 'bigint')
    .addColumn('erased_at', 'bigint')
    .execute()

  await schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('effect', 'text', (column) => column.notNull())
    .addColumn('effect_key', 'text')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('happened_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('dedupe_key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .execute()

  await schema
    .createTable('downloads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('order_history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('by', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('progress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('sandbox_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  for (const index of indexes) await sql.raw(`create index ${index}`).execute(database)
}
