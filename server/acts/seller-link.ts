import { md } from '../../contract/markdown.ts'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { readOrder } from '../orders/find-orders.ts'
import { queueNotice } from '../outbox/queue.ts'

const hour = 3_600_000

/**
 * Mails a new link to an order's page, to the seller's address and nobody else. Whoever has an expired link may ask for it, so
 * each hour of the clock has one. Without a seller's address or the order, nothing happens.
 */
export const renewSellerLink = (deps: Shop, orderId: string): Promise<void> =>
  transaction(deps.database, async (trx) => {
    const order = await readOrder(trx, orderId)
    if (!order || order.erased_at !== null) return
    await queueNotice(
      trx,
      deps,
      { orderId, cause: `${orderId}:link:${Math.floor(deps.now() / hour)}` },
      {
        title: 'New link to an order',
        text: md`Somebody who has an older link to this order asked for this email. If it was not you, there is nothing to do: the new link is only here.`,
      },
    )
  })
