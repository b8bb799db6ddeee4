import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { updateOrder } from '../orders/order-rows.ts'
import type { Invoice } from '../payments/provider.ts'

/**
 * Asks the provider for the invoice of an order. The provider may have made it after the event of the payment, so its id is kept.
 * @returns null if there is none
 * @throws ProviderError
 */
export async function findInvoice(
  { database, payments }: Pick<Dependencies, 'database' | 'payments'>,
  order: Order,
): Promise<Invoice | null> {
  const { id, invoice_id: invoiceId, session_id: sessionId } = order
  const invoice = await payments.findInvoice({ invoiceId, sessionId })
  if (invoice && invoiceId === null) await updateOrder(database, id, { invoice_id: invoice.id })
  return invoice
}
