import { createHash } from 'node:crypto'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { mayDownload } from '../orders/state.ts'
import { queueMail } from '../outbox/queue.ts'
import { inMode } from '../payments/payment-mode.ts'

/** The time between two mails of an announcement, in ms. Receipts leave in between. */
const pauseMs = 500

/**
 * Queues an announcement for each person who may download and has not unsubscribed. Called again with the same title, it reaches
 * those who have come since.
 * @param news `text`: Markdown
 * @returns how many people have the announcement now, and how many of them by this call
 */
export function announce(
  deps: Shop,
  news: { title: string; text: string },
): Promise<{ buyers: number; queued: number }> {
  const key = `announcement:${createHash('sha256').update(news.title).digest('hex').slice(0, 16)}`
  return transaction(deps.database, async (trx) => {
    const orders = await trx
      .selectFrom('orders')
      .selectAll()
      .where(inMode(deps.payments))
      .where('paid_at', 'is not', null)
      .orderBy('created_at')
      .execute()
    const mails = await trx
      .selectFrom('outbox')
      .select('order_id')
      .where('dedupe_key', 'like', `${key}:%`)
      .execute()
    const announced = new Set(mails.map(({ order_id }) => order_id))
    const peopleOf = (of: typeof orders) => new Set(of.map(({ contact_key }) => contact_key))
    const unsubscribed = peopleOf(orders.filter(({ unsubscribed_at }) => unsubscribed_at !== null))
    const reached = peopleOf(orders.filter(({ id }) => announced.has(id)))
    let queued = 0
    for (const order of orders) {
      const { id, contact_key, email } = order
      if (!mayDownload(order) || unsubscribed.has(contact_key) || reached.has(contact_key)) continue
      reached.add(contact_key)
      await queueMail(trx, deps, {
        kind: 'announcement',
        orderId: id,
        recipient: email,
        dedupeKey: `${key}:${id}`,
        details: news,
        delayMs: pauseMs * queued++,
      })
    }
    return { buyers: reached.size, queued }
  })
}
