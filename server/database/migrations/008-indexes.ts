import { type Kysely, sql } from 'kysely'

/**
 * Indexes for every query that the server repeats, so that none of them reads the whole history. A partial index holds only
 * the rows of its query, such as the orders that are not settled yet. A database uses it only for a query that states the
 * same condition with the same constants.
 */
const statements = [
  // The seats of one price. The old index had the status first, so the query read every paid order.
  'drop index orders_seats',
  'create index orders_seats on orders (provider, livemode, tier, status, dispute)',
  `create index orders_unsettled on orders (provider, livemode, created_at)
    where status = 'open' or (status in ('paid', 'disputed') and paid_at is null)`,
  // Lists, by page.
  'create index orders_created_at on orders (created_at, id)',
  'create index orders_status on orders (status, created_at, id)',
  `create index orders_owed on orders (provider, livemode, created_at, id)
    where status in ('paid', 'disputed') and consultation_done_at is null and erased_at is null`,
  'create index events_created_at on events (created_at, id)',
  'drop index events_outcome',
  'create index events_outcome on events (outcome, created_at, id)',
  // Retention.
  `create index orders_to_forget on orders (status, coalesce(failed_at, expired_at))
    where status in ('expired', 'failed') and erased_at is null`,
  `create index downloads_traced on downloads (at) where ip != '' or user_agent != ''`,
  'drop index events_order_id',
  'create index events_order_id on events (order_id, created_at)',
  // Mail.
  `create index outbox_failed on outbox (created_at, id) where status = 'failed' and recipient != ''`,
  `create index outbox_seats_notice on outbox (created_at) where kind = 'seats-notice'`,
  // The sandbox looks for work every second.
  `create index sandbox_sessions_open on sandbox_sessions (expires_at) where status = 'open'`,
  `create index sandbox_sessions_pending on sandbox_sessions (created_at) where pending != '[]'`,
  'create index sandbox_sessions_told_at on sandbox_sessions (told_at)',
]

/** Takes some seconds for a million orders. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
