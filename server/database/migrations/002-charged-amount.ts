import type { Kysely } from 'kysely'

/** What the provider charged, which taxes and promotion codes set apart from the price. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('charged_cents', 'integer').execute()
}
