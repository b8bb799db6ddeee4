import { sql, type Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { mayDownload } from '../orders/state.ts'
import { queueMail } from '../outbox/queue.ts'
import { readLink } from './link.ts'

/** One fresh link for an order in this time, in ms, however often it is asked for: the form is public. */
const bucketMs = 15 * 60_000

/** Whose links to mail: every order of an address, or the one that an old link names. */
export type LinkRequest = { email: string } | { token: string }

async function ordersOf(trx: Transaction<Schema>, request: LinkRequest, secret: string): Promise<Order[]> {
  const orders = trx.selectFrom('orders').selectAll().where('erased_at', 'is', null)
  if ('token' in request) {
    const link = readLink(request.token, secret)
    return link ? orders.where('id', '=', link.orderId).execute() : []
  }
  const key = request.email.toLowerCase()
  return orders
    .where((where) => where.or([where('email_key', '=', key), where(sql`lower(email)`, '=', key)]))
    .execute()
}

/**
 * Queues a fresh link for each order that may be downloaded, to the order's own address whatever was typed.
 * @returns how many orders that was; never to be told to whoever asked
 */
export function queueLinks(
  deps: Pick<Dependencies, 'config' | 'database' | 'linkSecret' | 'now'>,
  request: LinkRequest,
): Promise<number> {
  return transaction(deps.database, async (trx) => {
    const now = deps.now()
    const orders = (await ordersOf(trx, request, deps.linkSecret)).filter(mayDownload)
    for (const order of orders) {
      const dedupeKey = `link:${order.id}:${Math.floor(now / bucketMs)}`
      const mail = { kind: 'link', orderId: order.id, recipient: order.email, dedupeKey } as const
      await queueMail(trx, mail, { now, mailFrom: deps.config.mailFrom })
    }
    return orders.length
  })
}
