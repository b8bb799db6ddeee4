import { Hono } from 'hono'
import { invoiceObject, isInvoiced, paymentOfInvoice } from '../objects.ts'
import { fields } from '../parameters.ts'
import { type ApiOptions, missing, mostListed, pageOf, paging, query } from './request.ts'

/** Invoices (docs.stripe.com/api/invoices). */
export function invoiceRoutes({ memory, publicUrl }: ApiOptions): Hono {
  const api = new Hono()

  api.get('/v1/invoices', async (c) => {
    const invoiced = (await memory.list(0, mostListed)).filter(isInvoiced)
    const invoices = invoiced.map((checkout) => invoiceObject(checkout, publicUrl))
    return pageOf(c, invoices, fields(paging)(query(c), ''))
  })

  api.get('/v1/invoices/:id', async (c) => {
    const id = c.req.param('id')
    const checkout = await memory.findByPayment(paymentOfInvoice(id))
    if (!checkout || !isInvoiced(checkout)) throw missing('invoice', id)
    return c.json(invoiceObject(checkout, publicUrl))
  })

  return api
}
