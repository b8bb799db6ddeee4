import type { Kysely } from 'kysely'

/** The provider's invoice of each order, and what a business enters for it in the sandbox. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('invoice_id', 'text').execute()
  await schema.alterTable('sandbox_sessions').addColumn('business', 'text').execute()
}
