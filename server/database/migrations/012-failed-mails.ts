import { type Kysely, sql } from 'kysely'

/**
 * The failed mails by time. SQLite used the index `outbox_due` instead, because that one has the status first, and each
 * readiness check sorted every mail that ever failed. A failed mail has at least one attempt. The condition on the attempts
 * keeps this index out of queries for the failed mails of one order, which use `outbox_order_id`.
 */
const statements = [
  'drop index outbox_failed',
  `create index outbox_failed on outbox (status, created_at, id)
    where status = 'failed' and recipient != '' and attempts > 0`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
