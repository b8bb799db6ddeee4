import type { Kysely } from 'kysely'

/** Stores which key signs the download links, so that the server notices a lost or changed key when it starts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('link_secrets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .execute()
}
