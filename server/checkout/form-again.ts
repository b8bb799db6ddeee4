import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { purchase } from '#content/purchase.ts'
import { type Buyer, buyerFields, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { failedField, type Markup } from '../http/page.ts'
import { type Fields, isJson, readFields } from '../http/read-fields.ts'

/**
 * The checkout form with what was typed, for an error page. The page may be in its own tab without a history, so the buyer
 * cannot go back. As in the dialog, the field with the mistake is marked, has the focus, and is described by the message.
 */
function checkoutFormAgain(fields: Fields): Markup {
  const { form } = purchase
  const typed = { name: String(fields.name ?? ''), email: String(fields.email ?? '') }
  const checked = checkBuyer(typed)
  const mark = (field: keyof Buyer) => (!checked.ok && checked.problem.field === field ? failedField : '')
  return html`<form method="post" action="${functions.createCheckout}">
<label for="name">${form.name}</label>
<input id="name" name="${buyerFields.name.name}" type="text" autocomplete="${buyerFields.name.autoComplete}" required value="${typed.name}"${mark('name')}>
<label for="email">${form.email}</label>
<input id="email" name="${buyerFields.email.name}" type="${buyerFields.email.type}" autocomplete="${buyerFields.email.autoComplete}" required value="${typed.email}"${mark('email')}>
<button class="button button-primary" type="submit">${form.submit}</button>
</form>`
}

/** Prepares the form for a possible error page. It ignores a body that is not a form, because the handler refuses it. */
export const rememberForm: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (c.req.method === 'POST' && !isJson(type)) {
    try {
      c.set('formAgain', checkoutFormAgain(readFields(type, c.get('body'))))
    } catch {}
  }
  return next()
}
