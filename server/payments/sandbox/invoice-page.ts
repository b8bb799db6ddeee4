import { html } from 'hono/html'
import { site } from '#content/site.ts'
import { formatDate } from '../../../contract/format.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { type Markup, page } from '../../http/page.ts'
import { type Checkout, refundedCents } from './checkout.ts'
import { customerName, invoiceNumber, paidAt } from './objects.ts'

/** Lines of an address, one below the other. */
const lines = (...all: (string | null | undefined)[]): Markup[] =>
  all.filter((line) => line).map((line) => html`${line}<br>`)

function billTo(session: Checkout): Markup[] {
  const { business, request } = session
  return lines(
    customerName(session),
    business?.address,
    business?.city,
    business && [business.state, business.postalCode].filter(Boolean).join(' '),
    business?.country,
    request.customer_email,
    business && `Tax ID ${business.taxId}`,
  )
}

/** The invoice of a paid checkout, as Stripe's hosted invoice page shows it. It prints on one page. */
export function invoicePage(session: Checkout): Promise<Response> {
  const { request } = session
  const { legalName, postalAddress, taxId } = site.seller
  const money = (cents: number) => formatMoneyExact(cents, request.currency, site.language)
  const refunded = refundedCents(session)
  const number = invoiceNumber(session)
  const date = formatDate(paidAt(session) * 1000, 'en')
  return page({
    title: `Invoice ${number}`,
    language: 'en',
    body: html`<h1>Invoice</h1>
<p class="note warning">From the sandbox: no money has moved, so this is no invoice for your books.</p>
<dl class="data">
<dt>Number</dt><dd>${number}</dd>
<dt>Date</dt><dd>${date}</dd>
<dt>Order</dt><dd>${request.client_reference_id ?? ''}</dd>
</dl>
<div class="parties">
<div><h2>From</h2><p>${lines(legalName, ...(postalAddress ?? []), site.emails.support, taxId && `Tax ID ${taxId}`)}</p></div>
<div><h2>Bill to</h2><p>${billTo(session)}</p></div>
</div>
<table class="items">
<thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody><tr><td>${request.productName ?? site.name}${request.productDescription ? html`<br><span class="small">${request.productDescription}</span>` : ''}</td><td>${money(request.subtotal)}</td></tr></tbody>
<tfoot>
${request.code ? html`<tr><th scope="row">Discount, ${request.code}</th><td>−${money(request.subtotal - request.amount)}</td></tr>` : ''}
<tr><th scope="row">Total</th><td>${money(request.amount)}</td></tr>
<tr><th scope="row">Paid on ${date}</th><td>${money(request.amount)}</td></tr>
${refunded > 0 ? html`<tr><th scope="row">Refunded</th><td>${money(refunded)}</td></tr>` : ''}
</tfoot>
</table>
${refunded > 0 ? html`<p class="small">The invoice stays as it was. Stripe corrects it with a credit note, which the seller makes in the dashboard.</p>` : ''}`,
  })
}
