import { type Kysely, sql } from 'kysely'

const indexes = [
  // The sandbox looks for work every second.
  `sandbox_sessions_open on sandbox_sessions (expires_at) where status = 'open'`,
  `sandbox_sessions_pending on sandbox_sessions (created_at) where pending != '[]'`,
  'sandbox_sessions_last_listed_at on sandbox_sessions (last_listed_at)',
  'sandbox_sessions_created_at on sandbox_sessions (created_at)',
  'sandbox_sessions_ended on sandbox_sessions (payment, expires_at)',
]

/** The part of the schema that belongs to the sandbox. */
export async function createSandboxTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sandbox_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.notNull().unique())
    .addColumn('refunds', 'text', (column) => column.notNull())
    .addColumn('disputes', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('fraud_warned', 'integer', (column) => column.notNull())
    .addColumn('pending', 'text', (column) => column.notNull())
    .addColumn('listed_events', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('last_listed_at', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(database)
}
