import { type Kysely, sql } from 'kysely'

/** Several disputes for one payment of the sandbox, and indexes for its lists. The table has only test data. */
export async function up(database: Kysely<{ sandbox_sessions: object }>): Promise<void> {
  const { schema } = database
  await database.deleteFrom('sandbox_sessions').execute()
  await schema.alterTable('sandbox_sessions').dropColumn('dispute').execute()
  await schema
    .alterTable('sandbox_sessions')
    .addColumn('disputes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`create index sandbox_sessions_created_at on sandbox_sessions (created_at)`.execute(database)
  await sql`create index sandbox_sessions_ended on sandbox_sessions (payment, expires_at)`.execute(database)
}
