import { html } from 'hono/html'
import { downloads } from '#content/downloads.ts'
import { lostLink } from '#content/lost-link.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { buyerFields, checkEmail, limits } from '../../contract/checkout.ts'
import { formatBytes, formatMoment } from '../../contract/format.ts'
import { functions } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import { failedField, help, type Markup, page } from '../http/page.ts'
import type { Kit } from './kit.ts'

const { check, closed, labels, sent } = downloads

/** The form that mails a new link. @param typed the address that was entered before. The field is marked if it is invalid */
export function emailForm(typed?: string): Markup {
  const failed = typed !== undefined && !checkEmail(typed).ok
  const field = buyerFields.email
  return html`<form method="post" action="${functions.resendLink}" novalidate>
<label for="email">${lostLink.label}</label>
<input id="email" name="${field.name}" type="${field.type}" autocomplete="${field.autoComplete}" required maxlength="${limits.email}" value="${typed ?? ''}"${failed ? failedField : ''}>
<button class="button button-primary" type="submit">${lostLink.submit}</button>
</form>`
}

/** The page of a valid link. Mail scanners open links, so only the button of the page downloads the file. */
export function downloadPage(content: {
  token: string
  expiresAt: number
  order: Order
  kit: Kit
}): Promise<Response> {
  const { token, expiresAt, order, kit } = content
  return page({
    title: downloads.title,
    body: html`<h1>${words.download.heading}</h1>
<p class="lead">${downloads.thanks} <span class="whole">${site.name}</span>. ${order.livemode === 1 ? words.download.oneFile : ''}</p>
${order.livemode === 0 ? html`<p class="note">${order.provider === 'sandbox' ? downloads.testOrder.sandbox : downloads.testOrder.testMode}</p>` : ''}
<form method="post" action="${functions.download(token)}"><button class="button button-primary" type="submit">${words.download.button}</button></form>
<dl class="data">
<dt>${labels.file}</dt><dd>${kit.fileName}</dd>
<dt>${labels.size}</dt><dd>${formatBytes(kit.bytes, site.language)}</dd>
<dt>SHA-256</dt><dd>${kit.sha256}</dd>
<dt>${labels.order}</dt><dd>${order.id}</dd>
<dt>${labels.until}</dt><dd>${formatMoment(expiresAt, site.language)}</dd>
</dl>
<h2>${check.heading}</h2>
<p>${check.before} <code>sha256sum</code> ${check.linux}
<code class="whole">shasum -a 256</code> ${check.mac} <code>Get-FileHash</code> ${check.windows} ${check.after}</p>
${help}`,
  })
}

export function expiredPage(token: string): Promise<Response> {
  return page({
    title: downloads.expired.title,
    status: 410,
    body: html`<h1>${downloads.expired.heading}</h1>
<p class="lead">${downloads.expired.text}</p>
<form method="post" action="${functions.resendLink}">
<input type="hidden" name="token" value="${token}">
<button class="button button-primary" type="submit">${lostLink.submit}</button>
</form>
${help}`,
  })
}

function reasonForBuyer(order: Order): string {
  if (order.dispute === 'lost') return closed.lost
  if (order.status === 'refunded') return closed.refunded
  if (order.revoked_at !== null) return closed.revoked
  if (order.paid_at === null) return closed.unpaid
  if (order.erased_at !== null) return closed.erased
  return closed.notReal
}

export function closedPage(order: Order): Promise<Response> {
  return page({
    title: closed.title,
    status: 403,
    body: html`<h1>${closed.heading}</h1>
<p class="lead">${reasonForBuyer(order)} ${closed.text}</p>
<dl class="data"><dt>${labels.order}</dt><dd>${order.id}</dd></dl>
${help}`,
  })
}

export function unknownPage(): Promise<Response> {
  return page({
    title: downloads.unknown.title,
    status: 404,
    body: html`<h1>${downloads.unknown.heading}</h1>
<p class="lead">${downloads.unknown.text}</p>
${emailForm()}
${help}`,
  })
}

/** The page after a request for a new link. It is the same for every address, so that it does not reveal buyers. */
export function resentPage(): Promise<Response> {
  return page({
    title: sent.title,
    body: html`<h1>${sent.title}</h1>
<p class="lead">${sent.text}</p>
${help}`,
  })
}
