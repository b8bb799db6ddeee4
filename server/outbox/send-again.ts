import type { Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { carriesLink, isToBuyer } from './kinds.ts'

/**
 * Queues the failed mails of an order again, to the current address, and makes mails that wait for a retry due at once. It
 * leaves out `link`, because the caller mails a new link, and `notice`, because the seller is looking at the order.
 * @param to `link`: the buyer's address for mail that carries a link. Null: no mail of that group is sent
 */
export async function sendAgain(
  trx: Transaction<Schema>,
  orderId: string,
  to: { buyer: string | null; link: string | null; seller: string | null },
  now: number,
): Promise<void> {
  const waiting = await trx
    .selectFrom('outbox')
    .select(['id', 'kind'])
    .where('order_id', '=', orderId)
    .where((mail) =>
      mail.or([
        mail('status', '=', 'failed'),
        mail.and([mail('status', '=', 'queued'), mail('attempts', '>', 0)]),
      ]),
    )
    .where('kind', 'not in', ['link', 'notice'])
    // The mail of an erased person has no recipient.
    .where('recipient', '!=', '')
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
  for (const { id, kind } of waiting) {
    const recipient = carriesLink(kind) ? to.link : isToBuyer(kind) ? to.buyer : to.seller
    if (recipient === null) continue
    await trx
      .updateTable('outbox')
      .set({ status: 'queued', attempts: 0, next_attempt_at: now, recipient })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Queues a receipt that was not sent because its download was closed. Call it when the download is open again: the buyer cannot ask
 * for a mail that they do not know about. A worker may just have found the download closed, so its claim is removed, and what it
 * stores afterwards does not count.
 */
export async function sendReceiptAgain(
  trx: Transaction<Schema>,
  order: Pick<Order, 'id' | 'email'>,
  now: number,
): Promise<void> {
  const unclaimed = { claimed_by: null, claimed_until: null }
  await trx
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now, recipient: order.email, ...unclaimed })
    .where('order_id', '=', order.id)
    .where('kind', '=', 'receipt')
    .where('status', '!=', 'sent')
    .where('recipient', '!=', '')
    .execute()
}

/**
 * Sends the queued mail of an order to another address. A mail that a worker is sending to the old address cannot be
 * stopped. Its claim is removed, so it stays queued and also goes to the new address.
 */
export async function readdressMails(
  trx: Transaction<Schema>,
  orderId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ recipient: to, claimed_by: null, claimed_until: null })
    .where('order_id', '=', orderId)
    .where('recipient', '=', from)
    .where('recipient', '!=', to)
    .where('status', '=', 'queued')
    .execute()
}
