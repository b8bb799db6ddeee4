import type { Transaction } from 'kysely'
import type { MailKind, Order, Schema } from '../database/schema.ts'

/** Mails to the buyer that carry a link: each makes good for an earlier one that did not arrive. */
export const withLink: MailKind[] = ['receipt', 'link']

/**
 * Queues anew what was given up about an order, to where its mail goes now, and has what waits for its next try sent at
 * once. A link is left as it is: whoever asks for this mails a fresh one.
 * @param to null: nobody to write to
 * @returns the kinds of what is queued
 */
export async function sendAgain(
  trx: Transaction<Schema>,
  orderId: string,
  to: { buyer: string | null; seller: string | null },
  now: number,
): Promise<MailKind[]> {
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
    .where('kind', '!=', 'link')
    // Of a person who was erased.
    .where('recipient', '!=', '')
    .execute()
  const queued: MailKind[] = []
  for (const { id, kind } of waiting) {
    const recipient = withLink.includes(kind) ? to.buyer : to.seller
    if (recipient === null) continue
    const anew = { status: 'queued', attempts: 0, next_attempt_at: now, recipient } as const
    await trx.updateTable('outbox').set(anew).where('id', '=', id).execute()
    queued.push(kind)
  }
  return queued
}

/**
 * Queues anew a receipt that was given up because its download was closed, now that it is open again: nobody asks for a
 * receipt that they do not know of.
 */
export async function sendReceiptAgain(
  trx: Transaction<Schema>,
  order: Pick<Order, 'id' | 'email'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: now, recipient: order.email })
    .where('order_id', '=', order.id)
    .where('kind', '=', 'receipt')
    .where('status', '=', 'failed')
    .where('recipient', '!=', '')
    .execute()
}
