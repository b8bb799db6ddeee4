import { html } from 'hono/html'
import { consultation } from '#content/consultation.ts'
import { limits } from '../../contract/checkout.ts'
import { formatMoment } from '../../contract/format.ts'
import { longestNote } from '../acts/note.ts'
import type { Mail, Order, SellerAction } from '../database/schema.ts'
import { failedField, type Markup, page } from '../http/page.ts'
import { moneyOf } from '../orders/money.ts'
import { plainName } from '../orders/plain-name.ts'
import { chargeOf, mayDownload, type ShownStatus, shownStatus } from '../orders/state.ts'
import { isToBuyer, nameOfMail } from '../outbox/kinds.ts'
import type { DashboardLink } from '../payments/dashboard-link.ts'
import { testPlaceOf } from '../payments/payment-mode.ts'
import { button, formTo, words } from './action-forms.ts'
import { plainActions, type TypedFields } from './actions.ts'
import type { OrderHistory } from './history.ts'
import { historyLines } from './history-lines.ts'

/** The newest lines of the history that the page shows, and the newest mails. */
const mostShown = 12

const time = (ms: number) => formatMoment(ms, 'en')

/** How the pages call the buyer: by name, if it is plain. */
export const buyerOf = (order: Order): string => plainName(order) ?? order.email

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
  const lost = order.dispute === 'lost' ? 'The dispute was lost.' : statuses[shownStatus(order)]
  const part =
    order.refunded_cents > 0 && order.refunded_at === null
      ? ` ${moneyOf(order, order.refunded_cents)} refunded.`
      : ''
  return `${lost}${part} The download is ${mayDownload(order) ? 'open' : 'closed'}.`
}

export interface OrderView {
  token: string
  /** When the link expires, in ms since 1970. */
  expiresAt: number
  history: OrderHistory
  dashboard: DashboardLink | null
  /** The command that prints the whole history. */
  command: string
  /** The action that the seller has just done. */
  done?: SellerAction | undefined
  /** Why an action was not done, and what was typed. */
  problem?: ({ status: number; message: string } & TypedFields) | undefined
}

/** The page of an order: what happened, and what the seller can do now. */
export function orderPage(view: OrderView): Promise<Response> {
  const { token, expiresAt, history, dashboard, done, problem } = view
  const { order } = history
  const name = plainName(order)
  const trouble = done || problem ? undefined : troubledMail(history)
  const address = addressForm(token, order, { problem, isUrgent: trouble !== undefined })
  return page({
    title: `Order of ${buyerOf(order)}`,
    language: 'en',
    status: problem?.status ?? 200,
    body: html`${noteOf(view)}
<h1>Order of ${buyerOf(order)}</h1>
<p class="lead">${statusLine(order)}</p>
${order.livemode === 0 ? html`<p class="note">No money has moved: this order is from ${testPlaceOf(order)}.</p>` : ''}
${history.otherPaid.map((other) => html`<p class="note">This buyer has another paid order: ${other.id}, ${moneyOf(other, chargeOf(other))}, ${time(other.paid_at ?? other.created_at)}.</p>`)}
${trouble ? [troubleNote(trouble), address] : ''}
<dl class="data">
${name === null ? '' : html`<dt>Buyer</dt><dd>${name}</dd>`}
<dt>Email</dt><dd><a href="mailto:${encodeURIComponent(order.email).replace('%40', '@')}">${order.email}</a></dd>
<dt>${order.paid_at === null ? 'Price' : 'Paid'}</dt><dd>${moneyOf(order, chargeOf(order))}${order.paid_at === null ? '' : html`<br>${time(order.paid_at)}`}</dd>
${order.refunded_cents > 0 ? html`<dt>Refunded</dt><dd>${moneyOf(order, order.refunded_cents)}</dd>` : ''}
${order.dispute === null ? '' : html`<dt>Dispute</dt><dd>${order.dispute}</dd>`}
${consultation === null || order.paid_at === null ? '' : html`<dt>Consultation</dt><dd>${order.consultation_done_at === null ? 'not held yet' : `held, marked on ${time(order.consultation_done_at)}`}</dd>`}
<dt>Order</dt><dd>${order.id}</dd>
</dl>
${dashboard ? html`<p><a href="${dashboard.href}">${dashboard.label}</a></p>` : ''}
${plainForm(token, order)}
${trouble ? '' : address}
${noteForm(token, order, problem)}
<h2>Mail</h2>
<ul class="rows">${history.mails
      .filter(({ kind }) => isToBuyer(kind))
      .toReversed()
      .slice(0, mostShown)
      .map(mailRow)}</ul>
<h2>History</h2>
<ul class="rows">${historyLines(history)
      .slice(0, mostShown)
      .map(({ at, text }) => html`<li><span class="small">${time(at)}</span>${text}</li>`)}</ul>
<p class="small">Everything that is known about this order: <code>${view.command}</code></p>
<p class="small">Whoever has the address of this page can do the same until ${time(expiresAt)}. Do not pass it on.</p>`,
  })
}

/** What has just happened, above the heading. A problem with a field is beside the field. */
function noteOf({ history: { order }, done, problem }: OrderView): Markup | string {
  const hasField = problem?.action === 'change-address' || problem?.action === 'note'
  if (problem && !hasField) return html`<p class="note error" role="alert">${problem.message}</p>`
  if (!done) return ''
  return html`<p class="note" role="status">${doneText(order, done)}</p>`
}

function doneText(order: Order, { action }: SellerAction): string {
  switch (action) {
    case 'resend':
      return `Done. A mail is on its way to ${order.email}.`
    case 'change-address':
      return `Done. Mail about this order now goes to ${order.email}${mayDownload(order) ? ', and the link is on its way there' : ''}.`
    case 'note':
      return order.note === null ? 'Done. The note is removed.' : 'Done. The note is kept.'
    case 'revoke':
      return 'Done. The download is closed.'
    case 'restore':
      return mayDownload(order)
        ? 'Done. The download is open.'
        : `The download is no longer closed by you. It stays closed, because the order is ${order.status}.`
    default:
      return 'Done. The consultation is marked as held.'
  }
}

/** The newest mail to the buyer that has failed or had to wait. */
const troubledMail = ({ mails }: OrderHistory): Mail | undefined =>
  mails.findLast(
    ({ kind, status, last_error }) =>
      isToBuyer(kind) && (status === 'failed' || (status === 'queued' && last_error !== null)),
  )

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
  const isWaiting = mail.status === 'queued' && mail.attempts > 0
  const state = isWaiting ? `waits, tried ${mail.attempts} times` : mailStates[mail.status]
  const problem = mail.status === 'failed' || isWaiting ? mail.last_error : null
  return html`<li><span class="small">${time(mail.sent_at ?? mail.created_at)}</span><span>${nameOfMail(mail.kind)} to ${mail.recipient}: <strong>${state}</strong></span>${problem ? html`<span class="small">${problem}</span>` : ''}</li>`
}

function plainForm(token: string, order: Order): Markup | string {
  const actions = plainActions(order)
  if (actions.length === 0) return ''
  return formTo(
    token,
    html`<p class="actions">${actions.map((action) => button(action, words[action].button))}</p>`,
  )
}

/** A form with one field and one button. A field that was refused is marked, and keeps what was typed. */
function fieldForm(
  token: string,
  field: { name: string; label: string; button: Markup; attributes: Markup; value: string },
  problem: string | undefined,
): Markup {
  const { name, label, button, attributes, value } = field
  return formTo(
    token,
    html`<label for="${name}">${label}</label>
${problem === undefined ? '' : html`<p class="note error" role="alert" id="problem">${problem}</p>`}
<input id="${name}" name="${name}" autocomplete="off" ${attributes} value="${value}"${problem === undefined ? '' : failedField}>
${button}`,
  )
}

/** @param options.isUrgent whether a mail did not reach the address */
function addressForm(
  token: string,
  order: Order,
  { problem, isUrgent }: Pick<OrderView, 'problem'> & { isUrgent: boolean },
): Markup {
  const action = 'change-address'
  const failed = problem?.action === action ? problem : undefined
  return html`<h2>Wrong address?</h2>
${fieldForm(
  token,
  {
    name: 'email',
    label: 'Send mail about this order to',
    button: button(action, 'Change and send again', isUrgent ? 'primary' : 'secondary'),
    attributes: html`type="email" required maxlength="${limits.email}"`,
    value: failed?.email ?? order.email,
  },
  failed?.message,
)}`
}

function noteForm(token: string, order: Order, problem: OrderView['problem']): Markup {
  const action = 'note'
  const failed = problem?.action === action ? problem : undefined
  return html`<h2>Note</h2>
${fieldForm(
  token,
  {
    name: 'note',
    label: 'Only you see it',
    button: button(action, 'Keep the note'),
    attributes: html`type="text" maxlength="${longestNote}"`,
    value: failed?.note ?? order.note ?? '',
  },
  failed?.message,
)}`
}
