import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { mayDownload } from '../orders/state.ts'
import { readLink } from './link.ts'

/** What a link opens. */
export type Access =
  | { state: 'open'; order: Order; expiresAt: number }
  /** The order is good, the link too old. */
  | { state: 'expired'; order: Order }
  | { state: 'closed'; order: Order }
  /** Not signed by this shop, or for an order that it does not have. */
  | { state: 'unknown' }

/** Decides from the signature, the order as it stands now, and the clock. */
export async function accessOf(
  token: string,
  deps: Pick<Dependencies, 'database' | 'linkSecret' | 'now'>,
): Promise<Access> {
  const link = readLink(token, deps.linkSecret)
  if (!link) return { state: 'unknown' }
  const order = await deps.database
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', link.orderId)
    .executeTakeFirst()
  if (!order) return { state: 'unknown' }
  // Before the expiry: a fresh link would not open a closed order either.
  if (!mayDownload(order)) return { state: 'closed', order }
  if (link.expiresAt <= deps.now()) return { state: 'expired', order }
  return { state: 'open', order, expiresAt: link.expiresAt }
}
