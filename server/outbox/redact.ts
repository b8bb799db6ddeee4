import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Removes personal data from the mails of an order. Mail that is still queued is not sent. */
export async function redactMails(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ status: 'failed', last_error: 'erased before it was sent' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'queued')
    .execute()
  await trx
    .updateTable('outbox')
    .set({ recipient: '', details: '{}' })
    .where('order_id', '=', orderId)
    .execute()
}
