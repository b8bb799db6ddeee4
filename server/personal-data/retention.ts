import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { retention } from '#content/retention.ts'
import type { Config } from '../config/env.ts'
import { removeFormerDatabases } from '../database/backup.ts'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { redactOldDownloads } from '../downloads/download-log.ts'
import { mailFolder } from '../mail/create-mailer.ts'
import { removeOldMailFiles } from '../mail/files-mailer.ts'
import { isUnsettled } from '../orders/check-order.ts'
import { deleteOldSandboxSessions } from '../payments/sandbox/memory.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { eraseOrder } from './erase.ts'

const hour = 3_600_000
const day = 24 * hour
/** How many days a database stays that a restore replaced, so that the restore can be undone. */
const formerDatabaseDays = 7
/** The rows of one transaction. Keep the number small, because buyers wait while it runs. */
const batch = 100

/** Keep the text the same as in the partial index `orders_to_forget`: databases use it only for an equal condition. */
const isUnpaid = sql<SqlBool>`status in ('expired', 'failed')`

/**
 * Deletes what is older than the figures in content/retention.ts allow.
 * @returns how many rows and files were deleted or redacted
 */
export async function applyRetention({ config, database, now }: Shop) {
  const daysAgo = (days: number) => now() - days * day
  const unpaidBefore = daysAgo(retention.unpaidOrderDays)
  const tracesBefore = daysAgo(retention.downloadTraceDays)
  return {
    orders: await eraseUnpaid(database, unpaidBefore, now()),
    downloads: await redactOldDownloads(database, tracesBefore),
    mailFiles: removeOldMailFiles(mailFolder(config), unpaidBefore),
    formerDatabases: removeFormerDatabases(config.dataDir, daysAgo(formerDatabaseDays)),
    // The page of a paid checkout can open disputes, so it is kept as long as their evidence. An unpaid one goes with its order.
    sandboxSessions: await untilDone(() => deleteOldSandboxSessions(database, tracesBefore, batch)),
  }
}

/** Repeats a batch of changes until it finds nothing to change. @param runBatch returns the number of its rows */
async function untilDone(runBatch: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await runBatch()
    if (rows === 0) return total
    total += rows
  }
}

/**
 * Erases the buyers of orders that were never paid, because the seller's accounts do not need them. After a change of provider
 * or mode, an order without real money stays open, because the shop no longer asks about it. Such orders are included, too.
 */
async function eraseUnpaid(database: Kysely<Schema>, endedBefore: number, now: number): Promise<number> {
  const orders = database
    .selectFrom('orders')
    .select(['id', 'idempotency_key'])
    .where('erased_at', 'is', null)
  const ended = sql<number>`coalesce(failed_at, expired_at)`
  // Sort as the index does. Otherwise Postgres guesses that the first rows of the table are enough.
  const unpaid = orders.where(isUnpaid).where(ended, '<', endedBefore).orderBy('status').orderBy(ended)
  const abandoned = orders
    .where(isUnsettled)
    .where('status', '=', 'open')
    .where('livemode', '=', 0)
    .where('expires_at', '<', endedBefore)
  return (await eraseAll(database, unpaid, now)) + (await eraseAll(database, abandoned, now))
}

/**
 * Erases the orders of a query in small transactions. An erased order must no longer match the query.
 * @returns the number of erased orders
 */
const eraseAll = (
  database: Kysely<Schema>,
  orders: SelectQueryBuilder<Schema, 'orders', Pick<Order, 'id' | 'idempotency_key'>>,
  now: number,
): Promise<number> =>
  untilDone(async () => {
    const nextOrders = await orders.limit(batch).execute()
    if (nextOrders.length === 0) return 0
    await transaction(database, async (trx) => {
      for (const order of nextOrders) await eraseOrder(trx, order, now)
    })
    return nextOrders.length
  })

/**
 * Empties SQLite's write-ahead log after its content is in the database file. The log holds earlier versions of the pages, and with
 * them what was erased since; in the file, `secure_delete` overwrites it. While another program reads, the log stays
 * (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint). On Postgres, nothing happens.
 */
export async function emptyLog(
  database: Kysely<Schema>,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
): Promise<void> {
  if (databaseUrl === null) await sql`pragma wal_checkpoint(truncate)`.execute(database)
}

/**
 * Applies retention at once and then every hour. Several machines may run it at the same time. Each run also empties SQLite's log,
 * for rows that were erased by this run or by a command.
 */
export function startRetention(deps: Shop): Loop {
  const runOnce = async () => {
    const deleted = await applyRetention(deps)
    if (Object.values(deleted).some((count) => count > 0)) deps.log.info('retention.deleted', { ...deleted })
    await emptyLog(deps.database, deps.config)
  }
  return startLoop(runOnce, {
    pauseMs: hour,
    log: deps.log,
    event: 'retention.failed',
  })
}
