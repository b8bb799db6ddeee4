import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { readOrder } from '../orders/find-orders.ts'
import { queueMail } from '../outbox/queue.ts'

const hour = 3_600_000

/**
 * Mails a new link to an order's page, to the seller's address and nobody else. Whoever has an expired link may ask for it, so
 * each hour of the clock has one. Without a seller's address or the order, nothing happens.
 */
export const renewSellerLink = (
  { config, database, now }: Pick<Dependencies, 'config' | 'database' | 'now'>,
  orderId: string,
): Promise<void> =>
  transaction(database, async (trx) => {
    const order = await readOrder(trx, orderId)
    if (config.sellerEmail === null || !order || order.erased_at !== null) return
    await queueMail(
      trx,
      {
        kind: 'seller-link',
        orderId,
        recipient: config.sellerEmail,
        dedupeKey: `seller-link:${orderId}:${Math.floor(now() / hour)}`,
      },
      { now: now(), mailFrom: config.mailFrom },
    )
  })
