import type { Transaction } from 'kysely'
import type { MailKind, Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { isOfPerson } from '../orders/address.ts'
import { findOrder, readOrder } from '../orders/find-orders.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { isEarned, mayDownload, shownStatus } from '../orders/state.ts'
import { queueMail } from '../outbox/queue.ts'
import { sendAgain } from '../outbox/send-again.ts'
import { isOldTestOrder } from './access.ts'
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
  { linkSecret }: Pick<Dependencies, 'linkSecret'>,
): Promise<Order[]> {
  if ('token' in request) {
    const link = readLink(request.token, linkSecret)
    const order = link && (await readOrder(trx, link.orderId))
    return order ? [order] : []
  }
  return trx.selectFrom('orders').selectAll().where(isOfPerson(request.email)).execute()
}

type LinkDependencies = Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>

const isOpen = (order: Order, deps: LinkDependencies) =>
  mayDownload(order) && order.provider === deps.config.payments && !isOldTestOrder(order, deps)

function queueLink(trx: Transaction<Schema>, order: Order, cause: string, deps: LinkDependencies) {
  const dedupeKey = `link:${order.id}:${cause}`
  const mail = { kind: 'link', orderId: order.id, recipient: order.email, dedupeKey } as const
  return queueMail(trx, mail, { now: deps.now(), mailFrom: deps.config.mailFrom })
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
export function queueLinks(
  deps: LinkDependencies & Pick<Dependencies, 'linkSecret'>,
  request: LinkRequest,
): Promise<number> {
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

/** Why an order's download is closed, for the seller. */
function closedReason(order: Order): string {
  const { id } = order
  if (shownStatus(order) === 'waiting')
    return `order ${id} waits for the buyer's bank. The receipt with the link goes out when the bank confirms the payment.`
  if (order.status === 'open')
    return `order ${id} is not paid yet. The receipt with the link goes out when it is.`
  if (order.erased_at !== null) return `the buyer of order ${id} was erased.`
  if (order.revoked_at !== null && isEarned(order))
    return `the download of order ${id} was revoked. Reopen it with restore.`
  if (isEarned(order)) return `order ${id} was paid in another mode or with another provider.`
  return `order ${id} is ${order.status}${order.dispute === 'lost' ? ', and the dispute was lost. Reopen it with restore' : ''}.`
}

/** The mails that `resendForSeller` has queued. */
export interface Resent {
  /** The address of the buyer's mail; null if none was queued. */
  recipient: string | null
  /** Earlier mails that failed or wait for a retry, and are sent again. */
  again: MailKind[]
}

/**
 * Queues a new link at the seller's request, without the limits of the public form, and retries the order's failed mails. A
 * receipt that is sent again contains a link, so no other link is queued then.
 * @throws ShopError `not_found`; `conflict` if the order's download is closed and there is no mail to retry
 */
export const resendForSeller = (deps: LinkDependencies, orderId: string, actor: Actor): Promise<Resent> =>
  transaction(deps.database, (trx) => resendIn(trx, deps, orderId, actor))

/** `resendForSeller` as a part of a longer transaction. If it throws a ShopError, it has changed nothing. */
export async function resendIn(
  trx: Transaction<Schema>,
  deps: LinkDependencies,
  orderId: string,
  actor: Actor,
): Promise<Resent> {
  const order = await findOrder(trx, orderId)
  const link = isOpen(order, deps) ? order.email : null
  const buyer = order.erased_at === null ? order.email : null
  const to = { buyer, link, seller: deps.config.sellerEmail }
  const again = await sendAgain(trx, orderId, to, deps.now())
  if (link === null && again.length === 0) {
    throw new ShopError('conflict', `No link was sent: ${closedReason(order)}`)
  }
  if (link !== null && !again.includes('receipt')) await queueLink(trx, order, crypto.randomUUID(), deps)
  await recordAction(trx, orderId, 'resend', actor)
  return { recipient: link, again }
}
