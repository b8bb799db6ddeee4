import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { soldOut } from '../orders/seats.ts'
import { queueMail } from '../outbox/queue.ts'
import { modeKey } from '../payments/payment-mode.ts'

/**
 * Queues a notice to the seller, once, when the last early-bird seat is sold. Another number of seats, or the shop's real money after its tests, has its own notice.
 */
export async function reportSoldOut({
  config,
  database,
  now,
  payments,
  prices,
}: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments' | 'prices'>): Promise<void> {
  const { sellerEmail: recipient, mailFrom } = config
  if (recipient === null) return
  if (!(await soldOut(database, payments, prices))) return
  const count = prices.earlyBirdSeats
  const dedupeKey = `sold-out-notice:early:${count}:${modeKey(payments)}`
  const reported = await database
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  if (reported) return
  await transaction(database, (trx) =>
    queueMail(
      trx,
      { kind: 'sold-out-notice', orderId: null, recipient, dedupeKey, details: { what: 'early', count } },
      { now: now(), mailFrom },
    ),
  )
}
