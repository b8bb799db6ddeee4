import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Removes personal data from the mails of an order. Mail that is still queued is not sent. */
export async function redactMails(trx: Transaction<Schema>, orderId: string): Promise<void> {
  // A mail server's refusal may repeat the address.
  await trx
    .updateTable('outbox')
    .set({ recipient: '', details: '{}', last_error: null })
    .where('order_id', '=', orderId)
    .execute()
  await trx
    .updateTable('outbox')
    .set({ status: 'failed', last_error: 'erased before it was sent' })
    .where('order_id', '=', orderId)
    .where('status', '=', 'queued')
    .execute()
}
