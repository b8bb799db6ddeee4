import type { Kysely, Transaction } from 'kysely'
import type { ActName, Schema } from '../database/schema.ts'

/** Who changes an order, and when. */
export interface Actor {
  /** The user of the machine, or `link` for the seller's page of the order. */
  by: string
  /** Ms since 1970. */
  now: number
}

/** Records what the seller did to an order. Call it in the transaction that does it. */
export async function recordAct(
  database: Kysely<Schema>,
  orderId: string,
  action: ActName,
  { by, now }: Actor,
  details: Record<string, unknown> = {},
): Promise<void> {
  const id = crypto.randomUUID()
  await database
    .insertInto('order_history')
    .values({ id, order_id: orderId, at: now, action, by, details: JSON.stringify(details) })
    .execute()
}

/** Removes personal data from the records of what the seller did to an order. */
export async function redactActs(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('order_history').set({ details: '{}' }).where('order_id', '=', orderId).execute()
}
