import type { Kysely } from 'kysely'

/** The sandbox's table in the shape of Stripe's API: several disputes, and a list by the time of creation. It has only test data. */
export async function up(database: Kysely<{ sandbox_sessions: object }>): Promise<void> {
  const { schema } = database
  await database.deleteFrom('sandbox_sessions').execute()
  await schema.alterTable('sandbox_sessions').dropColumn('dispute').execute()
  await schema
    .alterTable('sandbox_sessions')
    .addColumn('disputes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await schema
    .createIndex('sandbox_sessions_created_at')
    .on('sandbox_sessions')
    .column('created_at')
    .execute()
}
