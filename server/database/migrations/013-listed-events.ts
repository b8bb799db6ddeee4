import type { Kysely } from 'kysely'

/** Renames two columns of the sandbox and their index, so that the names say what they hold. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  const table = 'sandbox_sessions'
  await schema.dropIndex('sandbox_sessions_told_at').execute()
  await schema.alterTable(table).renameColumn('told', 'listed_events').execute()
  await schema.alterTable(table).renameColumn('told_at', 'last_listed_at').execute()
  await schema.createIndex('sandbox_sessions_last_listed_at').on(table).column('last_listed_at').execute()
}
