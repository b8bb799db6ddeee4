import { html } from 'hono/html'
import { pricing } from '../../content/home/pricing.ts'
import { functions } from '../../contract/paths.ts'
import type { Markup } from '../http/page.ts'
import type { Fields } from '../http/read-fields.ts'

/**
 * The checkout's form with what was typed, for the page of a failure: it may stand in a tab of its own, from which
 * no way leads back.
 */
export function checkoutFormAgain({ name, email }: Fields): Markup {
  const { form } = pricing
  return html`<form method="post" action="${functions.createCheckout}">
<label for="name">${form.name}</label>
<input id="name" name="name" type="text" autocomplete="name" required value="${name ?? ''}">
<label for="email">${form.email}</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${email ?? ''}">
<button type="submit">${form.submit}</button>
</form>`
}
