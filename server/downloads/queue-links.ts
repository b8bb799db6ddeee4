import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies, Shop } from '../dependencies.ts'
import { isOfPerson } from '../orders/address.ts'
import { readOrder } from '../orders/find-orders.ts'
import { queueMail } from '../outbox/queue.ts'
import { isOpen } from './access.ts'
import { readLink } from './link.ts'

/** The public form mails at most one new link per order in this time, in ms. */
const bucketMs = 15 * 60_000

/** The most new links per order that the public form mails in 24 hours. Anybody can enter any address there. */
const mostInADay = 3
const dayMs = 24 * 60 * 60_000

/** The orders whose links are requested: all orders of an email address, or the order of an old link. */
export type LinkRequest = { email: string } | { token: string }

async function ordersOf(
  trx: Transaction<Schema>,
  request: LinkRequest,
  { linkSecret }: Dependencies,
): Promise<Order[]> {
  if ('token' in request) {
    const link = readLink(request.token, linkSecret)
    const order = link && (await readOrder(trx, link.orderId))
    return order ? [order] : []
  }
  return trx.selectFrom('orders').selectAll().where(isOfPerson(request.email)).execute()
}

/** Mails a link for an order, once for each cause. */
export function queueLink(trx: Transaction<Schema>, order: Order, cause: string, deps: Shop) {
  const dedupeKey = `link:${order.id}:${cause}`
  const mail = { kind: 'link', orderId: order.id, recipient: order.email, dedupeKey } as const
  return queueMail(trx, deps, mail)
}

/** Whether the public form has reached its daily limit for an order. Links that the seller sends do not count. */
async function isExhausted(trx: Transaction<Schema>, orderId: string, now: number): Promise<boolean> {
  const { count } = await trx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('dedupe_key', 'like', `link:${orderId}:asked:%`)
    .where('created_at', '>', now - dayMs)
    .executeTakeFirstOrThrow()
  return count >= mostInADay
}

/**
 * Mails a new link for each order with an open download, to the address of the order. Each order gets at most one link in 15
 * minutes and three in 24 hours.
 * @returns the number of orders. Never show it to the visitor
 */
export function queueLinks(deps: Dependencies, request: LinkRequest): Promise<number> {
  return transaction(deps.database, async (trx) => {
    const orders = (await ordersOf(trx, request, deps)).filter((order) => isOpen(order, deps))
    const bucket = Math.floor(deps.now() / bucketMs)
    for (const order of orders) {
      if (!(await isExhausted(trx, order.id, deps.now())))
        await queueLink(trx, order, `asked:${bucket}`, deps)
    }
    return orders.length
  })
}
