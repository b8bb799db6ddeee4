import { html } from 'hono/html'
import { sellerPath } from '../../contract/paths.ts'
import { page } from '../http/page.ts'
import { button, formTo } from './action-forms.ts'

/** The page of an expired link, with one button. */
export const expiredPage = (token: string): Promise<Response> =>
  page({
    title: 'This link has expired',
    language: 'en',
    status: 410,
    body: html`<h1>This link has expired</h1>
<p class="lead">The link to an order works for seven days. The button mails a new one to the seller's address, and nowhere else.</p>
${formTo(token, html`<p class="actions">${button('new-link', "Mail a fresh link to the seller's address", 'primary')}</p>`)}`,
  })

/** The answer to that button, whatever happens: whoever has an expired link learns nothing about the order. */
export const renewedPage = (): Promise<Response> =>
  page({
    title: "Look into the seller's mailbox",
    language: 'en',
    body: html`<h1>Look into the seller's mailbox</h1>
<p class="lead">If the shop still has this order, a fresh link arrives there within a minute. There is at most one in an hour.</p>
<p>Nothing came? The command line on the server opens every order, and prints why mail did not leave.</p>`,
  })

/** The page for a link that opens nothing. */
export function closedPage(state: 'erased' | 'unknown'): Promise<Response> {
  const { status, title, text } = {
    erased: {
      status: 410,
      title: 'The buyer was erased',
      text: 'Name, address and mail of this order were removed, so there is nothing left to do here. Its amounts are on the command line.',
    },
    unknown: {
      status: 404,
      title: 'Unknown link',
      text: 'This address opens no order. Mail programs sometimes cut a long address: open it with the button in the notice.',
    },
  }[state]
  return page({ title, language: 'en', status, body: html`<h1>${title}</h1><p class="lead">${text}</p>` })
}

/** The page when the payment provider did not make a refund, or did not say whether it has. */
export function refundFailedPage(token: string, isRefused: boolean, reason: string): Promise<Response> {
  const title = isRefused ? 'The refund was refused' : 'The refund may have been made'
  return page({
    title,
    language: 'en',
    status: 502,
    body: html`<h1>${title}</h1>
<p class="lead">${isRefused ? 'Nothing has changed.' : 'The payment provider did not answer. If the refund was made, it appears on the page of the order within a minute. If not, look at the payment in the dashboard of the provider before you try again.'}</p>
<p class="note error">${reason}</p>
<p class="actions"><a class="button button-primary" href="${sellerPath(token)}">Back to the order</a></p>`,
  })
}
