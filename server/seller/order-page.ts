import { html } from 'hono/html'
import { consultation } from '#content/consultation.ts'
import { limits } from '../../contract/checkout.ts'
import { formatMoment } from '../../contract/format.ts'
import { sellerPath } from '../../contract/paths.ts'
import { type Act, acts } from '../acts/acts.ts'
import type { Mail, Order } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import { failedField, type Markup, page } from '../http/page.ts'
import { moneyOf } from '../orders/money.ts'
import { plainName } from '../orders/plain-name.ts'
import { chargeOf, mayDownload, type ShownStatus, shownStatus } from '../orders/state.ts'
import { isToBuyer, nameOfMail } from '../outbox/kinds.ts'
import { dashboardLink } from '../payments/dashboard-link.ts'
import { testPlaceOf } from '../payments/payment-mode.ts'

/** The newest mails that the page shows. */
const mostShown = 12

const time = (ms: number) => formatMoment(ms, 'en')

const statuses: Record<ShownStatus, string> = {
  open: 'Not paid yet.',
  waiting: "Waiting for the buyer's bank.",
  paid: 'Paid.',
  refunded: 'Refunded.',
  disputed: 'The buyer disputes the payment.',
  expired: 'Never paid: the checkout has expired.',
  failed: 'Never paid: the payment has failed.',
}

function statusLine(order: Order): string {
  const status = order.dispute === 'lost' ? 'The dispute was lost.' : statuses[shownStatus(order)]
  const isPart = order.refunded_cents > 0 && order.refunded_at === null
  const part = isPart ? ` ${moneyOf(order, order.refunded_cents)} refunded.` : ''
  return `${status}${part} The download is ${mayDownload(order) ? 'open' : 'closed'}.`
}

/** What the seller has just done, or why it was not done and what was typed. */
export interface Happened {
  done?: Act | undefined
  problem?: { status: number; message: string; act: Act; typed: string } | undefined
}

interface OrderView extends Happened {
  token: string
  /** When the link expires, in ms since 1970. */
  expiresAt: number
  order: Order
  /** The order's mails, newest first. */
  mails: Mail[]
}

/** The page of an order: what happened, and what the seller can do now. */
export function orderPage(view: OrderView, deps: Shop): Promise<Response> {
  const { token, expiresAt, order, problem } = view
  const name = plainName(order)
  const title = `Order of ${name ?? order.email}`
  const dashboard = dashboardLink(order, deps.config.publicUrl)
  const shown = acts.filter(({ button, refusal }) => button !== null && refusal(order, '', deps) === null)
  const mails = view.mails.filter(({ kind }) => isToBuyer(kind)).slice(0, mostShown)
  return page({
    title,
    language: 'en',
    status: problem?.status ?? 200,
    body: html`${noteOf(view)}
<h1>${title}</h1>
<p class="lead">${statusLine(order)}</p>
${order.livemode === 0 ? html`<p class="note">No money has moved: this order is from ${testPlaceOf(order)}.</p>` : ''}
${shown.map((act) => actForm(token, act, order.email, problem?.act === act ? problem : undefined))}
<dl class="data">
${name === null ? '' : html`<dt>Buyer</dt><dd>${name}</dd>`}
<dt>Email</dt><dd><a href="mailto:${encodeURIComponent(order.email).replace('%40', '@')}">${order.email}</a></dd>
<dt>${order.paid_at === null ? 'Price' : 'Paid'}</dt><dd>${moneyOf(order, chargeOf(order))}${order.paid_at === null ? '' : html`<br>${time(order.paid_at)}`}</dd>
${consultation === null || order.paid_at === null ? '' : html`<dt>Consultation</dt><dd>${order.consultation_done_at === null ? 'not held yet' : `held, marked on ${time(order.consultation_done_at)}`}</dd>`}
${order.note === null ? '' : html`<dt>Note</dt><dd>${order.note}</dd>`}
<dt>Order</dt><dd>${order.id}</dd>
</dl>
${dashboard ? html`<p><a href="${dashboard.href}">${dashboard.label}</a></p>` : ''}
<h2>Mail</h2>
<ul class="rows">${mails.map(mailRow)}</ul>
<p class="small">Everything that is known about this order: <code>npm run shop -- orders show ${order.id}</code></p>
<p class="small">Whoever has the address of this page can do the same until ${time(expiresAt)}. Do not pass it on.</p>`,
  })
}

/** What has just happened, above the heading. A problem with a field is beside the field. */
function noteOf({ order, done, problem }: OrderView): Markup | string {
  if (problem && problem.act.field?.type !== 'email')
    return html`<p class="note error" role="alert">${problem.message}</p>`
  return done ? html`<p class="note" role="status">Done. ${done.done(order)}</p>` : ''
}

const mailStates: Record<Mail['status'], string> = {
  queued: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  obsolete: 'no longer needed',
}

function mailRow(mail: Mail): Markup {
  const isWaiting = mail.status === 'queued' && mail.attempts > 0
  const state = isWaiting ? `waits, attempts: ${mail.attempts}` : mailStates[mail.status]
  const problem = mail.status === 'failed' || isWaiting ? mail.last_error : null
  return html`<li><span class="small">${time(mail.sent_at ?? mail.created_at)}</span><span>${nameOfMail(mail.kind)} to ${mail.recipient}: <strong>${state}</strong></span>${problem ? html`<span class="small">${problem}</span>` : ''}</li>`
}

/**
 * The form of an act: its button, and the field of an address.
 * @param email the address of the order
 */
export function actForm(
  token: string,
  { name, button, field }: { name: string; button: string | null; field?: Act['field'] },
  email = '',
  problem?: Happened['problem'],
): Markup {
  const input =
    field?.type === 'email'
      ? html`<label for="${field.name}">${field.label}</label>
${problem ? html`<p class="note error" role="alert" id="problem">${problem.message}</p>` : ''}
<input id="${field.name}" name="${field.name}" type="email" required maxlength="${limits.email}" autocomplete="off" value="${problem?.typed ?? email}"${problem ? failedField : ''}>`
      : ''
  return html`<form method="post" action="${sellerPath(token)}" novalidate>${input}<button class="button button-secondary" name="act" value="${name}">${button}</button></form>`
}
