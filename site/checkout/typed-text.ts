import { recall, remember } from '../storage.ts'

/** Where a field of the form is kept. */
const typedTextKey = (field: string) => `checkout-${field}`

/** Keeps the text of the checkout form across pages, until the form is reset after a purchase. */
export function keepTypedText() {
  const inputs = () => document.querySelectorAll<HTMLInputElement>('.buyer input')
  const restore = () => {
    for (const input of inputs())
      input.value = recall('sessionStorage', typedTextKey(input.name)) ?? input.value
  }
  restore()
  addEventListener('pageshow', restore)
  // Listen on the document, because React may replace the form.
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest('.buyer'))
      remember('sessionStorage', typedTextKey(target.name), target.value)
  })
  // Until React runs, each Enter would submit the form again, in another tab.
  let sent = Number.NEGATIVE_INFINITY
  document.addEventListener('submit', (event) => {
    if (event.timeStamp - sent < 2000) event.preventDefault()
    else sent = event.timeStamp
  })
  document.addEventListener('reset', () => {
    for (const { name } of inputs()) remember('sessionStorage', typedTextKey(name), null)
  })
}
