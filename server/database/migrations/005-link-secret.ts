import type { Kysely } from 'kysely'

/** Which key signs the download links, so that a lost or changed one is noticed at the start. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('link_secrets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .execute()
}
