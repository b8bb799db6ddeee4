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

export interface OrderView {
  token: string
  /** When the link expires, in ms since 1970. */
  expiresAt: number
  order: Order
  /** The order's mails, oldest first. */
  mails: Mail[]
  /** The act that the seller has just done. */
  done?: Act | undefined
  /** Why an act was not done, and what was typed. */
  problem?: { status: number; message: string; act: Act; typed: string } | undefined
}

/** The page of an order: what happened, and what the seller can do now. */
export function orderPage(view: OrderView, deps: Shop): Promise<Response> {
  const { expiresAt, order, mails, problem } = view
  const { publicUrl } = deps.config
  const name = plainName(order)
  const title = `Order of ${name ?? order.email}`
  const dashboard = dashboardLink(order, publicUrl)
  const toBuyer = mails.filter(({ kind }) => isToBuyer(kind))
  const trouble = toBuyer.findLast(({ status }) => status === 'failed') ?? toBuyer.findLast(isWaiting)
  return page({
    title,
    language: 'en',
    status: problem?.status ?? 200,
    body: html`${noteOf(view)}
<h1>${title}</h1>
<p class="lead">${statusLine(order)}</p>
${order.livemode === 0 ? html`<p class="note">No money has moved: this order is from ${testPlaceOf(order)}.</p>` : ''}
${trouble && !view.done && !problem ? troubleNote(trouble) : ''}
${forms(view, trouble !== undefined, deps)}
<dl class="data">
${name === null ? '' : html`<dt>Buyer</dt><dd>${name}</dd>`}
<dt>Email</dt><dd><a href="mailto:${encodeURIComponent(order.email).replace('%40', '@')}">${order.email}</a></dd>
<dt>${order.paid_at === null ? 'Price' : 'Paid'}</dt><dd>${moneyOf(order, chargeOf(order))}${order.paid_at === null ? '' : html`<br>${time(order.paid_at)}`}</dd>
${order.refunded_cents > 0 ? html`<dt>Refunded</dt><dd>${moneyOf(order, order.refunded_cents)}</dd>` : ''}
${order.dispute === null ? '' : html`<dt>Dispute</dt><dd>${order.dispute}</dd>`}
${consultation === null || order.paid_at === null ? '' : html`<dt>Consultation</dt><dd>${order.consultation_done_at === null ? 'not held yet' : `held, marked on ${time(order.consultation_done_at)}`}</dd>`}
${order.note === null ? '' : html`<dt>Note</dt><dd>${order.note}</dd>`}
<dt>Order</dt><dd>${order.id}</dd>
</dl>
${dashboard ? html`<p><a href="${dashboard.href}">${dashboard.label}</a></p>` : ''}
<h2>Mail</h2>
<ul class="rows">${toBuyer.toReversed().slice(0, mostShown).map(mailRow)}</ul>
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

const isWaiting = ({ status, attempts }: Mail) => status === 'queued' && attempts > 0

function troubleNote({ kind, status, recipient, last_error }: Mail): Markup {
  const state = status === 'failed' ? 'did not reach' : 'waits for another try to reach'
  return html`<p class="note error">The ${nameOfMail(kind)} ${state} <strong>${recipient}</strong>. The reason: ${last_error}</p>`
}

const mailStates: Record<Mail['status'], string> = {
  queued: 'on its way',
  sent: 'sent',
  failed: 'not delivered',
  obsolete: 'no longer needed',
}

function mailRow(mail: Mail): Markup {
  const state = isWaiting(mail) ? `waits, tried ${mail.attempts} times` : mailStates[mail.status]
  const problem = mail.status === 'failed' || isWaiting(mail) ? mail.last_error : null
  return html`<li><span class="small">${time(mail.sent_at ?? mail.created_at)}</span><span>${nameOfMail(mail.kind)} to ${mail.recipient}: <strong>${state}</strong></span>${problem ? html`<span class="small">${problem}</span>` : ''}</li>`
}

export const formTo = (token: string, content: Markup): Markup =>
  html`<form method="post" action="${sellerPath(token)}" novalidate>${content}</form>`

export const button = (value: string, label: string, kind: 'primary' | 'secondary' = 'secondary'): Markup =>
  html`<button class="button button-${kind}" name="act" value="${value}">${label}</button>`

/**
 * What the seller can do now: a form with each button that needs nothing typed, and one for the address.
 * @param isUrgent whether a mail did not reach the address
 */
function forms({ token, order, problem }: OrderView, isUrgent: boolean, deps: Shop): Markup {
  const shown = acts.filter(({ button, refusal }) => button !== null && refusal(order, '', deps) === null)
  const plain = shown.filter(({ field }) => field?.type !== 'email')
  const typed = shown.filter(({ field }) => field?.type === 'email')
  const buttons =
    plain.length === 0
      ? ''
      : formTo(
          token,
          html`<p class="actions">${plain.map((act) => button(act.name, act.button ?? act.name))}</p>`,
        )
  const fields = typed.map((act) => {
    const failed = problem?.act === act ? problem : undefined
    const { name = '', label = '' } = act.field ?? {}
    return formTo(
      token,
      html`<label for="${name}">${label}</label>
${failed ? html`<p class="note error" role="alert" id="problem">${failed.message}</p>` : ''}
<input id="${name}" name="${name}" type="email" required maxlength="${limits.email}" autocomplete="off" value="${failed?.typed ?? order.email}"${failed ? failedField : ''}>
${button(act.name, act.button ?? act.name, isUrgent ? 'primary' : 'secondary')}`,
    )
  })
  return html`${isUrgent ? [fields, buttons] : [buttons, fields]}`
}
