import type { Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'

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
