import type { Kysely } from 'kysely'

/** The taxes in what the provider charged. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('tax_cents', 'integer').execute()
}
