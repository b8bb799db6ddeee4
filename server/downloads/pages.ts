import { html } from 'hono/html'
import { site } from '../../content/site.ts'
import { words } from '../../content/words.ts'
import { buyerFields, checkEmail, limits } from '../../contract/checkout.ts'
import { formatBytes, formatMoment } from '../../contract/format.ts'
import { functions } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import { failedField, help, type Markup, page } from '../http/page.ts'
import type { Kit } from './kit.ts'

/** @param typed the address that was entered before; the field is marked if it is invalid */
export function emailForm(typed?: string): Markup {
  const failed = typed !== undefined && !checkEmail(typed).ok
  const field = buyerFields.email
  return html`<form method="post" action="${functions.resendLink}">
<label for="email">Email address of your order</label>
<input id="email" name="${field.name}" type="${field.type}" autocomplete="${field.autoComplete}" required maxlength="${limits.email}" value="${typed ?? ''}"${failed ? failedField : ''}>
<button type="submit">Email me a new link</button>
</form>`
}

/** The page of a valid link. Only its button downloads the file, so that a mail scanner that opens links downloads nothing. */
export function downloadPage(facts: {
  token: string
  expiresAt: number
  order: Order
  kit: Kit
}): Promise<Response> {
  const { token, expiresAt, order, kit } = facts
  return page({
    title: 'Download',
    body: html`<h1>${words.download.heading}</h1>
<p class="lead">Thank you for buying the <span class="whole">${site.name}</span>. ${order.livemode === 1 ? words.download.oneFile : ''}</p>
${order.livemode === 0 ? html`<p class="note">This order was placed in ${order.provider === 'sandbox' ? 'the sandbox' : "the payment provider's test mode"}: no money has moved, and the file is a sample archive.</p>` : ''}
<form method="post" action="${functions.download(token)}"><button type="submit">${words.download.button}</button></form>
<dl class="data">
<dt>File</dt><dd>${kit.fileName}</dd>
<dt>Size</dt><dd>${formatBytes(kit.bytes)}</dd>
<dt>SHA-256</dt><dd>${kit.sha256}</dd>
<dt>Order</dt><dd>${order.id}</dd>
<dt>Works until</dt><dd>${formatMoment(expiresAt, site.language)}</dd>
</dl>
<h2>Check what you got</h2>
<p>The file is complete and unchanged if its SHA-256 is the one above: <code>sha256sum</code> on Linux,
<code class="whole">shasum -a 256</code> on macOS, <code>Get-FileHash</code> in PowerShell. A download that breaks off can be resumed.</p>
${help}`,
  })
}

export function expiredPage(token: string): Promise<Response> {
  return page({
    title: 'Link expired',
    status: 410,
    body: html`<h1>This link has expired</h1>
<p class="lead">Your order is fine. We'll email a new link to the address on the order.</p>
<form method="post" action="${functions.resendLink}">
<input type="hidden" name="token" value="${token}">
<button type="submit">Email me a new link</button>
</form>
${help}`,
  })
}

function whyClosed(order: Order): string {
  if (order.dispute === 'lost') return 'The payment was disputed, and the bank returned the money.'
  if (order.status === 'refunded') return 'The payment was refunded.'
  if (order.revoked_at !== null) return 'The seller has closed it.'
  if (order.paid_at === null) return 'There is no payment for it.'
  if (order.erased_at !== null) return 'The order was erased, as its buyer asked.'
  return 'It was an order without real money, and the shop now sells for real.'
}

export function closedPage(order: Order): Promise<Response> {
  return page({
    title: 'Download closed',
    status: 403,
    body: html`<h1>This download is closed</h1>
<p class="lead">${whyClosed(order)} If that is a mistake, write to us and name the order.</p>
<dl class="data"><dt>Order</dt><dd>${order.id}</dd></dl>
${help}`,
  })
}

export function unknownPage(): Promise<Response> {
  return page({
    title: 'Unknown link',
    status: 404,
    body: html`<h1>We don't recognize this link</h1>
<p class="lead">Email programs sometimes cut a long address in two. Copy the whole address from the email, or get a new link.</p>
${emailForm()}
${help}`,
  })
}

/** The page is the same for every address, so that it does not show who is a buyer. */
export function resentPage(message: string): Promise<Response> {
  return page({
    title: 'Check your email',
    body: html`<h1>Check your email</h1>
<p class="lead">${message}</p>
${help}`,
  })
}
