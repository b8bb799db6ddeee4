import { type Kysely, sql } from 'kysely'

/**
 * Lets a query find the orders of a buyer in one payment mode. With an index on the address alone, SQLite preferred the index
 * `orders_unsettled`, which begins with two columns of that query. Each checkout then read all open orders of all buyers.
 */
const statements = [
  'drop index orders_email_key',
  'create index orders_email_key on orders (email_key, provider, livemode)',
]

/** Takes some seconds for a million orders. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
