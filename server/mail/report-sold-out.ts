import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { soldOut } from '../orders/seats.ts'
import { queueMail } from '../outbox/queue.ts'
import { modeKey } from '../payments/payment-mode.ts'

/**
 * Queues a notice to the seller, once, when the last early-bird seat is sold, and one when the last kit is. Another number of
 * seats or kits, or the shop's real money after its tests, has its own notice.
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
  const sold = await soldOut(database, payments, prices)
  for (const [what, count] of [
    ['early', prices.earlyBirdSeats],
    ['all', prices.saleLimit ?? 0],
  ] as const) {
    if (!sold[what]) continue
    const dedupeKey = `sold-out-notice:${what}:${count}:${modeKey(payments)}`
    const reported = await database
      .selectFrom('outbox')
      .select('id')
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst()
    if (reported) continue
    await transaction(database, (trx) =>
      queueMail(
        trx,
        { kind: 'sold-out-notice', orderId: null, recipient, dedupeKey, details: { what, count } },
        { now: now(), mailFrom },
      ),
    )
  }
}
