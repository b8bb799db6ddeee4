import { invoicePath } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { invoiceLinkLifeMs, signLink } from '../downloads/link.ts'
import { chargeOf } from '../orders/state.ts'

/** Whether the provider makes an invoice of an order: the checkout has asked for one. Its id may come after the payment. */
function isInvoiced(order: Order): boolean {
  if (order.paid_at === null || order.erased_at !== null) return false
  if (order.invoice_id !== null) return true
  return chargeOf(order) > 0 && JSON.parse(order.request).invoice_creation?.enabled === true
}

/** The shop's own address that leads to the invoice of an order, signed now; null for an order without an invoice. */
export function invoiceUrl(
  order: Order,
  { config, linkSecret, now }: Pick<Dependencies, 'config' | 'linkSecret' | 'now'>,
): string | null {
  if (!isInvoiced(order)) return null
  const link = { orderId: order.id, expiresAt: now() + invoiceLinkLifeMs }
  return `${config.publicUrl}${invoicePath(signLink(link, linkSecret, 'invoice'))}`
}
