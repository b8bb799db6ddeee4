import { html } from 'hono/html'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { isThisMachine } from '../../config/env.ts'
import { failedField, type Markup, page } from '../../http/page.ts'
import {
  amountCents,
  type Checkout,
  isPayable,
  mayDispute,
  priceCents,
  priceData,
  refundedCents,
  remainingCents,
  takesCodes,
} from './checkout.ts'

const money = (checkout: Checkout, cents: number) =>
  formatMoneyExact(cents, priceData(checkout).currency, site.language)

/** The success address of a checkout, with the placeholder filled in. */
export const successUrl = ({ request, id }: Checkout) =>
  request.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)

interface View {
  /** ms since 1970 */
  now: number
  /** Whether the card has just been declined. */
  isDeclined?: boolean
  /** A code that does not exist, as it was typed. */
  unknownCode?: string
}

/** The hosted page of a checkout in any state. */
export function checkoutPage(checkout: Checkout, view: View): Promise<Response> {
  const { request, discount } = checkout
  const { name, description = '' } = priceData(checkout).product_data
  return page({
    title: 'Sandbox checkout',
    language: 'en',
    status: view.unknownCode === undefined ? 200 : 400,
    body: html`<p class="note warning"><strong>This is a sandbox. No money moves</strong>, you need no card, and the download is a sample.</p>
<h1>${name}</h1>
<p class="lead">${description}</p>
<p class="price">${money(checkout, amountCents(checkout))}</p>
${discount > 0 ? html`<p>${money(checkout, priceCents(checkout))}, less ${money(checkout, discount)} with the code</p>` : ''}
<dl class="data">
<dt>Name</dt><dd>${request.metadata?.buyer_name ?? ''}</dd>
<dt>Email</dt><dd>${request.customer_email ?? ''}</dd>
<dt>Status</dt><dd>${statusLine(checkout, view.now)}</dd>
</dl>
${isPayable(checkout, view.now) ? openBody(checkout, view) : closedBody(checkout)}`,
  })
}

function statusLine(checkout: Checkout, now: number): string {
  if (isPayable(checkout, now))
    return `open until ${new Date(checkout.expiresAt).toISOString().slice(11, 16)} UTC`
  if (checkout.status !== 'complete') return 'expired'
  const refunded = refundedCents(checkout)
  const parts = [
    checkout.payment,
    refunded > 0 ? `${money(checkout, refunded)} refunded` : '',
    ...checkout.disputes.map(({ state }) => `dispute ${state}`),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Two forms, so that Enter in the field applies the code and does not pay. */
const openBody = (checkout: Checkout, { isDeclined, unknownCode }: View): Markup =>
  html`${isDeclined ? html`<p class="note error" role="alert"><strong>The card was declined.</strong> Nothing was charged; try again.</p>` : ''}
${form(
  checkout,
  html`<p class="actions">${button('pay', `Pay ${money(checkout, amountCents(checkout))}`, 'primary')}${button('decline', 'Decline the card')}<a class="button button-secondary" href="${checkout.request.cancel_url ?? '/'}">Cancel and return</a></p>`,
)}
${takesCodes(checkout) ? codeForm(checkout, unknownCode) : ''}`

const codeForm = (checkout: Checkout, unknownCode: string | undefined): Markup =>
  form(
    checkout,
    html`<label for="code">Promotion code</label>
${unknownCode === undefined ? '' : html`<p class="note error" role="alert" id="problem">This code is not valid.</p>`}
<input id="code" name="code" type="text" required maxlength="100" autocomplete="off" value="${unknownCode ?? ''}"${unknownCode === undefined ? '' : failedField}>
${button('code', 'Apply the code')}`,
  )

/** The link to the mailbox, which exists only on the seller's own machine. */
const mailboxLink = ({ cancel_url = '/' }: Checkout['request']): Markup | string =>
  isThisMachine(cancel_url) ? html`<a class="button button-secondary" href="/sandbox/mail">Mailbox</a>` : ''

function closedBody(checkout: Checkout): Markup {
  const { request } = checkout
  if (checkout.status !== 'complete')
    return html`<p class="note">This checkout has expired. Nothing was charged.</p>
<p class="actions"><a class="button button-primary" href="${request.cancel_url ?? '/'}">Back to the shop</a>${mailboxLink(request)}</p>`
  const remaining = remainingCents(checkout)
  const later = [
    remaining > 0 ? button('refund', `Refund ${money(checkout, remaining)}`) : '',
    mayDispute(checkout) ? button('dispute', 'Open a dispute') : '',
  ].filter(Boolean)
  return html`<p class="actions"><a class="button button-primary" href="${successUrl(checkout)}">Continue to the shop</a>${mailboxLink(request)}</p>
${later.length > 0 ? html`<h2>What may happen later</h2>${form(checkout, html`<p class="actions">${later}</p>`)}` : ''}`
}

const form = ({ id }: Checkout, content: Markup): Markup =>
  html`<form method="post" action="${id}">${content}</form>`

const button = (action: string, label: string, kind: 'primary' | 'secondary' = 'secondary'): Markup =>
  html`<button class="button button-${kind}" name="action" value="${action}">${label}</button>`
