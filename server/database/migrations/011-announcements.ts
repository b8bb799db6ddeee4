import { type Kysely, sql } from 'kysely'

/** News for buyers, and orders that the seller granted without a payment through the shop. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('announcements')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  const index = sql`create index outbox_announcements on outbox (dedupe_key, status) where kind = 'announcement'`
  await index.execute(database)
  await schema.alterTable('orders').addColumn('granted_at', 'bigint').execute()
}
