import { html } from 'hono/html'
import { failedField, type Markup } from '../../http/page.ts'
import { type Fields, textField } from '../../http/read-fields.ts'
import { businessForm, fieldName, longestField, readBusiness } from './business.ts'
import type { Checkout } from './checkout.ts'

/**
 * The checkbox and the fields of a business. The style sheet shows the fields when the box is checked.
 * @param form the form that was sent with a mistake; the page shows it again as it was
 */
export function businessFields(session: Checkout, form: Fields = {}): Markup | string {
  if (session.request.tax_id_collection?.enabled !== true) return ''
  const read = form.business === undefined ? null : readBusiness(form)
  const missing = read?.ok === false ? read.missing : null
  const isChecked = read !== null || session.business !== null
  return html`<div class="business">
<label class="check"><input type="checkbox" name="business"${isChecked ? checked : ''}>I’m purchasing as a business</label>
<div>
${businessForm.map(({ name, label, autocomplete }) => {
  const failed = label === missing
  const value = read ? textField(form, fieldName(name)) : (session.business?.[name] ?? '')
  return html`<label for="${name}">${label}</label>
${failed ? html`<p class="note error" role="alert" id="problem">Your invoice needs this. Nothing was charged.</p>` : ''}
<input type="text" id="${name}" name="${fieldName(name)}" autocomplete="${autocomplete}" maxlength="${longestField}" value="${value}"${failed ? failedField : ''}>`
})}
</div>
</div>`
}

const checked = html` checked`
