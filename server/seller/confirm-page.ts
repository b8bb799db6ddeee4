import { html } from 'hono/html'
import { sellerPath } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import { page } from '../http/page.ts'
import { button, formTo, words } from './action-forms.ts'
import type { Wish } from './actions.ts'
import { buyerOf } from './order-page.ts'

/** The question before an action: its title, what it does, the button's label, and the form's fields. */
function questionOf(order: Order, wish: Wish) {
  switch (wish.action) {
    case 'change-address':
      return {
        title: 'Change the address?',
        text: `Mail about this order went to ${order.email}. From now on it goes to ${wish.email}. The link and mail that has failed are sent there at once. A link that ${order.email} already has works until it expires: seven days after it was sent.`,
        label: 'Change and send again',
        fields: { email: wish.email },
      }
    case 'note':
      return {
        title: wish.note ? 'Keep this note?' : 'Remove the note?',
        text: wish.note || (order.note ?? ''),
        label: wish.note ? 'Keep the note' : 'Remove the note',
        fields: { note: wish.note },
      }
    default:
      return {
        title: `${words[wish.action].button}?`,
        text: words[wish.action].ask,
        label: words[wish.action].button,
        fields: {},
      }
  }
}

/** Asks once before an action. @param requestId for the form, so that it works once */
export function confirmPage(token: string, order: Order, wish: Wish, requestId: string): Promise<Response> {
  const { title, text, label, fields } = questionOf(order, wish)
  const hidden = Object.entries({ ...fields, request: requestId })
  return page({
    title,
    language: 'en',
    body: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<dl class="data"><dt>Buyer</dt><dd>${buyerOf(order)}</dd><dt>Order</dt><dd>${order.id}</dd></dl>
${formTo(
  token,
  html`${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="actions">${button(wish.action, label, 'primary')}<a class="button button-secondary" href="${sellerPath(token)}">No, go back</a></p>`,
)}`,
  })
}
