import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { purchase } from '../../content/purchase.ts'
import { type Buyer, buyerFields, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { failedField, type Markup } from '../http/page.ts'
import { type Fields, isJson, readFields } from '../http/read-fields.ts'

/**
 * The checkout's form with what was typed, for the page of a failure: it may stand in a tab of its own, from which
 * no way leads back. A field that failed is marked as in the dialog, has the focus, and the page's message tells of it.
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
<button type="submit">${form.submit}</button>
</form>`
}

/** Keeps what a form sent for the page of any failure that follows. A body that is no form is the handler's to refuse. */
export const rememberForm: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (c.req.method === 'POST' && !isJson(type)) {
    try {
      c.set('formAgain', checkoutFormAgain(readFields(type, c.get('body'))))
    } catch {}
  }
  return next()
}
