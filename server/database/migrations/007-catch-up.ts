import type { Kysely } from 'kysely'

/**
 * For finding lost payments and events: when a buyer returned from the checkout, the list of the sandbox's events, and how far the
 * shop has read the provider's list.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('orders').addColumn('returned_at', 'bigint').execute()
  await schema
    .alterTable('sandbox_sessions')
    .addColumn('told', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema.alterTable('sandbox_sessions').addColumn('told_at', 'bigint').execute()
  await schema
    .createTable('progress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
}
