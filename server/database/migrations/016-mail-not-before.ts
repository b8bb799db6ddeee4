import type { Kysely } from 'kysely'

/** Mails that wait for a later day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('outbox').addColumn('not_before', 'bigint').execute()
}
