import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLink } from '../downloads/link.ts'
import { readOrder } from '../orders/find-orders.ts'

/** The result of opening a link from a notice. */
export type SellerAccess =
  | { state: 'open'; order: Order; expiresAt: number }
  | { state: 'expired'; orderId: string }
  /** The buyer of the order was erased. */
  | { state: 'erased' }
  /** Not signed by this shop for the seller's page, or for an unknown order. */
  | { state: 'unknown' }

export async function sellerAccess(
  token: string,
  { database, linkSecret, now }: Pick<Dependencies, 'database' | 'linkSecret' | 'now'>,
): Promise<SellerAccess> {
  const link = readLink(token, linkSecret, 'seller')
  if (!link) return { state: 'unknown' }
  if (link.expiresAt <= now()) return { state: 'expired', orderId: link.orderId }
  const order = await readOrder(database, link.orderId)
  if (!order) return { state: 'unknown' }
  if (order.erased_at !== null) return { state: 'erased' }
  return { state: 'open', order, expiresAt: link.expiresAt }
}
