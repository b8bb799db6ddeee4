import { html } from 'hono/html'
import { pricing } from '../../content/home/pricing.ts'
import { functions } from '../../contract/paths.ts'
import type { Markup } from '../http/page.ts'

/**
 * The checkout's form with what was typed, for the page of a failure: it may stand in a tab of its own, from which
 * no way leads back.
 * @param body the posted form, bytes as they came
 */
export function checkoutFormAgain(body: ArrayBuffer): Markup {
  const typed = new URLSearchParams(new TextDecoder().decode(body))
  const { form } = pricing
  return html`<form method="post" action="${functions.createCheckout}">
<label for="name">${form.name}</label>
<input id="name" name="name" type="text" autocomplete="name" required value="${typed.get('name') ?? ''}">
<label for="email">${form.email}</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${typed.get('email') ?? ''}">
<button type="submit">${form.submit}</button>
</form>`
}
