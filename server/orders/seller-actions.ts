import type { Kysely, Transaction } from 'kysely'
import type { ActionKind, Schema } from '../database/schema.ts'

/** Who changes an order, and when. */
export interface Actor {
  /** The user of the machine. */
  by: string
  /** Ms since 1970. */
  now: number
}

/** Records a change that the seller makes to an order. Call it in the transaction that makes the change. */
export async function recordAction(
  database: Kysely<Schema>,
  orderId: string,
  action: ActionKind,
  { by, now }: Actor,
  details: Record<string, unknown> = {},
): Promise<void> {
  await database
    .insertInto('order_history')
    .values({
      id: crypto.randomUUID(),
      order_id: orderId,
      at: now,
      action,
      by,
      details: JSON.stringify(details),
    })
    .execute()
}

/** Removes personal data from the seller's changes to an order. */
export async function redactActions(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('order_history').set({ details: '{}' }).where('order_id', '=', orderId).execute()
}
