import type { Kysely } from 'kysely'

/**
 * The client that an unpaid order counts against. The index holds only open orders, because the key is cleared when an order
 * ends.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('orders').addColumn('client_key', 'text').execute()
  await schema
    .createIndex('orders_client_key')
    .on('orders')
    .column('client_key')
    .where('client_key', 'is not', null)
    .execute()
}
