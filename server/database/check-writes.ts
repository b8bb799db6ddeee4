import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Writes a row and removes it, in one transaction, so that nobody sees it. A write that changes no row, or is rolled
 * back, never reaches SQLite's file, and passes while the disk is full.
 * @param now in ms since 1970
 */
export async function checkWrites(database: Kysely<Schema>, now: number): Promise<void> {
  const id = `check:${crypto.randomUUID()}`
  const row = { id, provider: 'sandbox', type: 'check', outcome: 'ignored', payload: '{}' } as const
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('events')
      .values({ ...row, created_at: now })
      .execute()
    await trx.deleteFrom('events').where('id', '=', id).execute()
  })
}

/**
 * Whether the database is there but takes nothing, for want of room or rights, or is away: SQLite's readonly, I/O, full
 * and cannot-open (https://www.sqlite.org/rescode.html); Postgres' connection, resource and shutdown classes
 * and what came to its time limits (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export function isUnavailable(error: unknown): boolean {
  const { errcode = 0, code, message } = error as { errcode?: number; code?: unknown; message?: string }
  const isSqlite = [8, 10, 13, 14].includes(errcode % 256)
  const isPostgres =
    /^(08|53|57P)\w+$|^25(006|P03)$|^57014$|^E(CONN(REFUSED|RESET)|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|(HOST|NET)UNREACH)$/
  // What pg says, without a code, of a pool whose connections are all taken and of a connection that ended or has failed.
  const isPool =
    /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered|was closed) )/
  return isSqlite || isPostgres.test(String(code ?? '')) || isPool.test(message ?? '')
}

/**
 * SQLite's file, or Postgres itself, is for this user to read alone (https://www.sqlite.org/rescode.html#readonly,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export function isReadOnly(error: unknown): boolean {
  const { errcode = 0, code = '' } = error as { errcode?: number; code?: string }
  return errcode % 256 === 8 || code === '25006'
}
