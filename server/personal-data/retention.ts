import type { Kysely } from 'kysely'
import { retention } from '../../content/retention.ts'
import type { Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { redactOldDownloads } from '../downloads/download-log.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { eraseOrder } from './erase.ts'

type RetentionDependencies = Pick<Dependencies, 'database' | 'log' | 'now'>

const day = 24 * 3_600_000
/** Orders that are made anonymous in one transaction: buyers wait while it runs. */
const batch = 100

/** What one run has deleted or made anonymous. */
export interface Deleted {
  orders: number
  downloads: number
  events: number
}

/** Deletes what the figures in content/retention.ts say is too old to keep. */
export async function applyRetention({ database, now }: RetentionDependencies): Promise<Deleted> {
  const before = (days: number) => now() - days * day
  return {
    orders: await forgetUnpaid(database, before(retention.unpaidOrderDays), now()),
    downloads: await redactOldDownloads(database, before(retention.downloadTraceDays)),
    events: await forgetEvents(database, before(retention.unmatchedEventDays)),
  }
}

/**
 * An order that expired or failed never had money, so the books do not need the person. An order without real money stays
 * open when the shop leaves its provider or mode, since nobody asks about it any more: its checkout has ended all the same.
 */
async function forgetUnpaid(database: Kysely<Schema>, endedBefore: number, now: number): Promise<number> {
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'idempotency_key'])
    .where('erased_at', 'is', null)
    .where(({ or, and, eb, fn }) =>
      or([
        and([
          eb('status', 'in', ['expired', 'failed']),
          eb(fn.coalesce('failed_at', 'expired_at'), '<', endedBefore),
        ]),
        and([eb('status', '=', 'open'), eb('livemode', '=', 0), eb('expires_at', '<', endedBefore)]),
      ]),
    )
    .execute()
  for (let from = 0; from < orders.length; from += batch) {
    await transaction(database, async (trx) => {
      for (const order of orders.slice(from, from + batch)) await eraseOrder(trx, order, now)
    })
  }
  return orders.length
}

async function forgetEvents(database: Kysely<Schema>, storedBefore: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('events')
    .where('order_id', 'is', null)
    .where('created_at', '<', storedBefore)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Applies retention at once and then every day. Several machines may do so at the same time. */
export function startRetention(deps: RetentionDependencies): Loop {
  const turn = async () => {
    const deleted = await applyRetention(deps)
    if (Object.values(deleted).some((count) => count > 0)) deps.log.info('retention.deleted', { ...deleted })
  }
  return startLoop(turn, {
    pauseMs: day,
    failed: (error) => deps.log.error('retention.failed', { error }),
  })
}
