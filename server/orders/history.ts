import type { Kysely } from 'kysely'
import type { HistoryAction, Schema } from '../database/schema.ts'

/** Who did something to an order, and when. */
export interface Doer {
  /** The user of the machine. */
  by: string
  /** Ms since 1970. */
  now: number
}

/** Keeps with an order what was done to it, in the transaction that does it. */
export async function noteAction(
  database: Kysely<Schema>,
  orderId: string,
  action: HistoryAction,
  { by, now }: Doer,
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
