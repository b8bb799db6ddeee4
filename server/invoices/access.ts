import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { invoiceLinkLifeMs, readLink } from '../downloads/link.ts'
import { readOrder } from '../orders/find-orders.ts'

/** The result of opening a link to an invoice. */
export type InvoiceAccess =
  | { state: 'open'; order: Order }
  /** The link has expired, or the order's address has changed since it was signed. */
  | { state: 'expired'; order: Order }
  | { state: 'erased' }
  /** Not signed by this shop for an invoice, or for an unknown order. */
  | { state: 'unknown' }

/** Decides what a link opens. A refund or a closed download leaves the invoice open: it is the buyer's paper. */
export async function invoiceAccess(
  token: string,
  { database, linkSecret, now }: Pick<Dependencies, 'database' | 'linkSecret' | 'now'>,
): Promise<InvoiceAccess> {
  const link = readLink(token, linkSecret, 'invoice')
  const order = link && (await readOrder(database, link.orderId))
  if (!order) return { state: 'unknown' }
  if (order.erased_at !== null) return { state: 'erased' }
  const signedAt = link.expiresAt - invoiceLinkLifeMs
  const isOld = link.expiresAt <= now() || signedAt < (order.links_from ?? 0)
  return { state: isOld ? 'expired' : 'open', order }
}
