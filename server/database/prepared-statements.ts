import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** The most statements with a name. The server uses about 100. The SQL of a list of ids differs with the length of the list. */
const mostNamed = 500

/**
 * The error of a prepared statement whose result has other columns than before, because another version of the shop has
 * changed the table ("cached plan must not change result type").
 */
export const outdatedStatement = '0A000'

/**
 * Gives each statement a name, so that Postgres parses and plans it once for each connection instead of at every call
 * (https://node-postgres.com/features/queries#prepared-statements). The name contains a hash of the statement: behind a pooler
 * that does not know prepared statements, machines share connections, and one name must not stand for two statements.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  /** Raised when all statements need new names. */
  let generation = 0
  const names = new Map<string, string>()

  function nameOf(text: string): string {
    const existing = names.get(text)
    if (existing) return existing
    if (names.size >= mostNamed) names.clear()
    const name = `shop_${generation}_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    names.set(text, name)
    return name
  }

  async function query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    // Without values, pg sends the whole text in one message.
    if (values.length === 0) return client.query(text)
    const run = () => client.query({ name: nameOf(text), text, values })
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== outdatedStatement) throw error
      // Under a new name, Postgres prepares the statement again. In a transaction this fails, too, and `transaction` starts again.
      names.clear()
      generation++
      return await run().catch(() => {
        throw error
      })
    }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      // Kysely also passes cursors, but only if the dialect has a class for them.
      const prepared = (text: string, values: readonly unknown[] = []) => query(client, text, [...values])
      return {
        query: prepared as unknown as PostgresPoolClient['query'],
        release: (destroy) => client.release(destroy),
      }
    },
    end: () => pool.end(),
  }
}
