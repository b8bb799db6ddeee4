import type { Kysely } from 'kysely'

/** The amount that the provider charged. Taxes and promotion codes make it differ from the price. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('charged_cents', 'integer').execute()
}
