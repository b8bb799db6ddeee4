import { html } from 'hono/html'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { isThisMachine } from '../../config/env.ts'
import { type Markup, page } from '../../http/page.ts'
import type { Fields } from '../../http/read-fields.ts'
import type { Action } from './actions.ts'
import { businessFields } from './business-fields.ts'
import { type Checkout, isOpen, mayDispute, refundChanges, refundedCents } from './checkout.ts'
import { invoiceId, isInvoiced } from './objects.ts'
import { successUrl } from './session-parameters.ts'

const money = ({ request }: Checkout, amount: number) =>
  formatMoneyExact(amount, request.currency, site.language)

interface View {
  /** ms since 1970 */
  now: number
  /** The last card was refused. */
  declined: boolean
  /** The form, as a business has sent it with a mistake. */
  form?: Fields
}

/** The hosted page for a session in any state. */
export function checkoutPage(session: Checkout, view: View): Promise<Response> {
  const { request } = session
  return page({
    title: 'Sandbox checkout',
    language: 'en',
    status: view.form && isOpen(session, view.now) ? 400 : 200,
    body: html`<p class="note warning"><strong>This is a sandbox. No money moves</strong>, you need no card, and the download is a sample.</p>
<h1>${request.productName ?? site.name}</h1>
<p class="lead">${request.productDescription ?? ''}</p>
<p class="price">${money(session, request.amount)}</p>
${request.code === null ? '' : html`<p>${money(session, request.subtotal)}, less ${money(session, request.subtotal - request.amount)} with the code ${request.code}</p>`}
<dl class="data">
<dt>Name</dt><dd>${request.metadata?.buyer_name ?? ''}</dd>
<dt>Email</dt><dd>${request.customer_email ?? ''}</dd>
<dt>Status</dt><dd>${statusLine(session, view.now)}</dd>
${session.pending.length > 0 ? html`<dt>Events waiting</dt><dd>${waitingLine(session)}</dd>` : ''}
</dl>
${isOpen(session, view.now) ? openBody(session, view) : closedBody(session)}`,
  })
}

function statusLine(session: Checkout, now: number): string {
  if (isOpen(session, now)) return `open until ${new Date(session.expiresAt).toISOString().slice(11, 16)} UTC`
  if (session.status !== 'complete') return 'expired'
  if (session.payment === 'processing') return 'waiting for the bank'
  if (session.payment === 'failed') return 'refused by the bank'
  const refunded = refundedCents(session)
  const parts = [
    'paid',
    refunded > 0 ? `${money(session, refunded)} refunded` : '',
    ...session.disputes.map(({ state }) => `dispute ${state}`),
    session.fraudWarned ? 'fraud warning sent' : '',
  ]
  return parts.filter(Boolean).join(', ')
}

function waitingLine(session: Checkout): string {
  const held = session.pending.filter((entry) => entry.notBefore > 0).length
  const count = session.pending.length
  if (held === 0) return `${count}`
  return `${count}, ${held === count ? '' : `${held} of them `}held back until the next action, at most half a minute`
}

function openBody(session: Checkout, { declined, form }: View): Markup {
  const price = money(session, session.request.amount)
  return html`${declined ? html`<p class="note error" role="alert"><strong>The card was declined.</strong> Nothing was charged; try again.</p>` : ''}
${actionForm(
  session,
  html`${businessFields(session, form)}
<p class="actions">${button('pay', `Pay ${price}`, 'primary')}<a class="button button-secondary" href="${session.request.cancel_url ?? '/'}">Cancel and return</a></p>
<h2>Try another outcome</h2>
<p class="actions">${button('decline', 'Decline the card')}${button('pay-later', 'Pay later')}${button('expire', 'Expire this checkout')}</p>`,
)}`
}

/** The link to the mailbox, which exists only on the seller's own machine. */
const mailboxLink = ({ cancel_url = '/' }: Checkout['request']): Markup | string =>
  isThisMachine(cancel_url) ? html`<a class="button button-secondary" href="/sandbox/mail">Mailbox</a>` : ''

/** Beside the page of the checkout, as in Stripe's dashboard. */
const invoiceLink = (session: Checkout): Markup | string =>
  isInvoiced(session)
    ? html`<a class="button button-secondary" href="/sandbox/invoice/${invoiceId(session)}">Invoice</a>`
    : ''

function closedBody(session: Checkout): Markup {
  const { request } = session
  if (session.status !== 'complete' || session.payment === 'failed') {
    const reason =
      session.status === 'complete' ? 'The bank refused the payment.' : 'This checkout has expired.'
    return html`<p class="note">${reason} Nothing was charged.</p>
<p class="actions"><a class="button button-primary" href="${request.cancel_url ?? '/'}">Back to the shop</a>${mailboxLink(request)}</p>`
  }
  return html`<p class="actions"><a class="button button-primary" href="${successUrl(request.success_url, session.id)}">Continue to the shop</a>${mailboxLink(request)}${invoiceLink(session)}</p>
${laterBody(session)}`
}

function laterBody(session: Checkout): Markup {
  if (session.payment === 'processing') {
    return html`<h2>The bank's decision</h2>
${actionForm(session, html`<p class="actions">${button('bank-confirms', 'Bank confirms')}${button('bank-refuses', 'Bank refuses')}</p>`)}`
  }
  const remaining = session.request.amount - refundedCents(session)
  const half = Math.ceil(remaining / 2)
  return html`<h2>What may happen later</h2>
${actionForm(
  session,
  html`<p class="actions">
${remaining > 0 ? button('refund', `Refund ${money(session, remaining)}`) : ''}
${remaining > 1 ? button('partial-refund', `Refund ${money(session, half)} of it`) : ''}
${refundedCents(session) > 0 ? button('refund-fails', 'The last refund fails') : ''}
${mayDispute(session) ? button('dispute', 'Open a dispute') : ''}
${session.disputes.at(-1)?.state === 'open' ? html`${button('dispute-won', 'Dispute won')}${button('dispute-lost', 'Dispute lost')}` : ''}
${session.fraudWarned ? '' : button('fraud-warning', 'Early fraud warning')}
</p>`,
)}`
}

/** One form with all buttons, so that the two checkboxes apply to each of them. */
function actionForm(session: Checkout, buttons: Markup): Markup {
  return html`<form method="post" action="${session.id}">
<input type="hidden" name="refunds-seen" value="${refundChanges(session)}">
${buttons}
<fieldset>
<legend>How events reach the shop</legend>
<label class="check"><input type="checkbox" name="twice">Send the event twice</label>
<label class="check"><input type="checkbox" name="wrong-order">Send events in the wrong order</label>
</fieldset>
</form>`
}

function button(action: Action, label: string, kind: 'primary' | 'secondary' = 'secondary'): Markup {
  return html`<button class="button button-${kind}" name="action" value="${action}">${label}</button>`
}
