import type { Kysely } from 'kysely'

/** How often each page was viewed on each day, and indexes that find the payments and downloads of a period. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('page_views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('views', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('page_views_day').on('page_views').column('day').execute()
  await schema.createIndex('downloads_at').on('downloads').column('at').execute()
  await schema.createIndex('orders_paid_at').on('orders').column('paid_at').execute()
}
