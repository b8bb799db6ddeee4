import { messages } from '#content/messages.ts'
import { ShopError } from '../errors.ts'

/**
 * Whether the database does not answer, or refuses writes because of a full disk or missing rights. On SQLite these are the
 * codes readonly, I/O, full and cannot-open (https://www.sqlite.org/rescode.html). On Postgres they are the classes of
 * connections, resources and shutdown, and its time limits (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
function isUnavailable(error: unknown): boolean {
  const { errcode = 0, code, message } = error as { errcode?: number; code?: unknown; message?: string }
  const isSqlite = [8, 10, 13, 14].includes(errcode % 256)
  const postgresCodes =
    /^(08|53|57P)\w+$|^25(006|P03)$|^57014$|^E(CONN(REFUSED|RESET)|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|(HOST|NET)UNREACH)$/
  // pg gives no code when all connections of its pool are taken, or when a connection has ended.
  const poolMessages =
    /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered|was closed) )/
  return isSqlite || postgresCodes.test(String(code ?? '')) || poolMessages.test(message ?? '')
}

/**
 * The error for the visitor if the database cannot be used, for a moment or until the seller acts. Null for any other error.
 */
export function asShopError(error: unknown): ShopError | null {
  if (!isUnavailable(error)) return null
  return new ShopError('unavailable', messages.unavailable, { cause: error })
}
