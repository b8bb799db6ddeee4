import { html } from 'hono/html'
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
