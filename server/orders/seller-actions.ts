import type { Kysely, Transaction } from 'kysely'
import type { ActionKind, Schema } from '../database/schema.ts'
import { RepeatedRequest } from '../errors.ts'

/** Who changes an order, and when. */
export interface Actor {
  /** The user of the machine, or `link` for the seller's page of the order. */
  by: string
  /** Ms since 1970. */
  now: number
  /** A UUID from the form. A second change with it is refused, so that a double tap does nothing twice. */
  requestId?: string
}

/**
 * Records a change that the seller makes to an order. Call it in the transaction that makes the change.
 * @returns the id of the record
 * @throws RepeatedRequest
 */
export async function recordAction(
  database: Kysely<Schema>,
  orderId: string,
  action: ActionKind,
  { by, now, requestId = crypto.randomUUID() }: Actor,
  details: Record<string, unknown> = {},
): Promise<string> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('order_history')
    .values({ id: requestId, order_id: orderId, at: now, action, by, details: JSON.stringify(details) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new RepeatedRequest('This was done before.')
  return requestId
}

/** Removes personal data from the seller's changes to an order. */
export async function redactActions(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx.updateTable('order_history').set({ details: '{}' }).where('order_id', '=', orderId).execute()
}
