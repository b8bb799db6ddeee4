import type { Kysely } from 'kysely'

/** The taxes in the amount that the provider charged. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('tax_cents', 'integer').execute()
}
