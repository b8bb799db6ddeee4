import { Hono } from 'hono'
import { invoicePath } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { limitLog } from '../log/limited-log.ts'
import { ProviderError } from '../payments/provider.ts'
import { invoiceAccess } from './access.ts'
import { findInvoice } from './find-invoice.ts'
import { erasedPage, expiredPage, noInvoicePage, unavailablePage, unknownPage } from './pages.ts'

type InvoiceDependencies = Pick<Dependencies, 'database' | 'linkSecret' | 'log' | 'now' | 'payments'>

/** GET /invoice/:token: leads to the present address of the invoice, because the provider's own addresses expire. */
export function invoiceRoutes(deps: InvoiceDependencies): Hono {
  const { payments } = deps
  const limited = limitLog(deps.log, deps.now)

  /** Whether the provider that the shop runs with now knows the order. */
  const isKnown = ({ provider, livemode }: Order) =>
    provider === payments.name && (livemode === 1) === payments.livemode

  return new Hono().get(invoicePath(':token'), async (c) => {
    const token = c.req.param('token') ?? ''
    const access = await invoiceAccess(token, deps)
    if (access.state === 'expired') return expiredPage(token, access.order)
    if (access.state === 'erased') return erasedPage()
    if (access.state === 'unknown') return unknownPage()
    const { order } = access
    if (!isKnown(order)) return unavailablePage(order)
    try {
      const invoice = await findInvoice(deps, order)
      if (!invoice) return noInvoicePage(order)
      c.header('cache-control', 'no-store')
      return c.redirect(invoice.url, 303)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      limited.warn('invoice.not_opened', { order: order.id, error })
      return unavailablePage(order)
    }
  })
}
