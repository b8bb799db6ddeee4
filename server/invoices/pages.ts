import { html } from 'hono/html'
import { downloads } from '#content/downloads.ts'
import { invoices } from '#content/invoices.ts'
import { functions } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import { emailForm } from '../downloads/pages.ts'
import { help, type Markup, page } from '../http/page.ts'
import { mayDownload } from '../orders/state.ts'

/** A page in place of an invoice. @param order named for the buyer's letter to the seller */
const insteadOfInvoice = (
  status: number,
  { heading, text }: { heading: string; text: string },
  { order, form = '' }: { order?: Order; form?: Markup | string } = {},
): Promise<Response> =>
  page({
    title: invoices.title,
    status,
    body: html`<h1>${heading}</h1>
<p class="lead">${text}</p>
${form}
${order ? html`<dl class="data"><dt>${downloads.labels.order}</dt><dd>${order.id}</dd></dl>` : ''}
${help}`,
  })

export const noInvoicePage = (order: Order) => insteadOfInvoice(404, invoices.none, { order })

export const unavailablePage = (order: Order) => insteadOfInvoice(502, invoices.unavailable, { order })

/** The button mails the link to the download with a new link to the invoice, so it needs an open download. */
export function expiredPage(token: string, order: Order): Promise<Response> {
  const { heading, text, button, write } = invoices.expired
  if (!mayDownload(order)) return insteadOfInvoice(410, { heading, text: write }, { order })
  const form = html`<form method="post" action="${functions.resendLink}">
<input type="hidden" name="token" value="${token}">
<button class="button button-primary" type="submit">${button}</button>
</form>`
  return insteadOfInvoice(410, { heading, text }, { form })
}

export const erasedPage = () => insteadOfInvoice(410, invoices.erased)

/** The form mails the link to the download with a new link to the invoice. */
export const unknownPage = () => insteadOfInvoice(404, invoices.unknown, { form: emailForm() })
