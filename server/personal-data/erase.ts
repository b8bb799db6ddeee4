import type { Kysely, Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { redactDownloads } from '../downloads/download-log.ts'
import { reasonOf, ShopError } from '../errors.ts'
import { removeMailFiles } from '../mail/files-mailer.ts'
import { redactOrder } from '../orders/order-rows.ts'
import { type Actor, recordAct, redactActs } from '../orders/record-act.ts'
import { redactMails } from '../outbox/queue.ts'
import { storedMode } from '../payments/payment-mode.ts'
import { deleteSandboxSession } from '../payments/sandbox/memory.ts'
import { findErasable } from './erasable.ts'

/**
 * Marks the sales of these orders at the provider, and removes the name that the shop wrote there. A backup that is restored later
 * lacks the erasure, and the shop makes lost orders again from the provider's records. Call it before the erasure.
 * @throws ShopError `provider_failed` if the provider does not answer. Then the person must not be erased
 */
export async function forgetSales(payments: Dependencies['payments'], orders: Order[]): Promise<void> {
  const { provider, livemode } = storedMode(payments)
  for (const order of orders) {
    const isKnown = order.provider === provider && order.livemode === livemode
    // Only a completed checkout can become an order again.
    const isCompleted = order.completed_at !== null || !['open', 'expired', 'failed'].includes(order.status)
    if (!isKnown || !isCompleted || order.session_id === null) continue
    await payments.forgetSale(order.session_id).catch((cause) => {
      throw new ShopError('provider_failed', `Nothing was erased: ${reasonOf(cause)}`, {
        remedy: 'The payment provider has to mark the sale first. Try again later.',
        cause,
      })
    })
  }
}

/**
 * Removes a person from the database on request (GDPR article 17): name, addresses, mail and download log. The product, the
 * date and the amount stay for the seller's accounts. The provider's ids stay, too.
 * @returns the ids of the erased orders
 * @throws ShopError as `findErasable`
 */
export async function erasePerson(database: Kysely<Schema>, email: string, actor: Actor): Promise<string[]> {
  return transaction(database, async (trx) => {
    const orders = await findErasable(trx, email, actor.now)
    for (const order of orders) {
      await eraseOrder(trx, order, actor.now)
      await recordAct(trx, order.id, 'erase', actor)
    }
    return orders.map((order) => order.id)
  })
}

/**
 * Removes personal data from an order and from everything that belongs to it.
 * @param now ms since 1970
 */
export async function eraseOrder(
  trx: Transaction<Schema>,
  { id, idempotency_key }: Pick<Order, 'id' | 'idempotency_key'>,
  now: number,
): Promise<void> {
  await redactOrder(trx, id, now)
  await redactMails(trx, id)
  await redactDownloads(trx, id)
  await redactActs(trx, id)
  await deleteSandboxSession(trx, idempotency_key)
}

/**
 * Deletes the mails of these orders that were written to files. This includes notices to the seller, because they name the
 * buyer.
 */
export async function removeMailFilesOf(
  database: Kysely<Schema>,
  folder: string,
  orderIds: string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const mails = await database
    .selectFrom('outbox')
    .select(['kind', 'created_at as queuedAt', 'message_id as messageId'])
    .where('order_id', 'in', orderIds)
    .execute()
  removeMailFiles(folder, mails)
}
