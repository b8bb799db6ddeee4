import { html, raw } from 'hono/html'
import { purchase } from '#content/purchase.ts'
import { buyerFields, buyerFrom, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { failedField, type Markup } from '../http/page.ts'
import type { Fields } from '../http/read-fields.ts'

/**
 * The checkout form with what was typed, for an error page. The page may be in its own tab without a history, so the buyer
 * cannot go back. As in the dialog, the field with the mistake is marked, has the focus, and is described by the message.
 */
export function checkoutFormAgain(fields: Fields): Markup {
  const { form } = purchase
  const typed = buyerFrom((field) => String(fields[field] ?? ''))
  const checked = checkBuyer(typed)
  const failed = checked.ok ? null : checked.problem.field
  const inputs = Object.values(buyerFields).map(
    ({ name, type, required, autoComplete }) => html`<label for="${name}">${form[name]}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autoComplete}"${required ? raw(' required') : ''} value="${typed[name]}"${name === failed ? failedField : ''}>
`,
  )
  return html`<form method="post" action="${functions.createCheckout}" novalidate>
${inputs}<button class="button button-primary" type="submit">${form.submit}</button>
</form>`
}
