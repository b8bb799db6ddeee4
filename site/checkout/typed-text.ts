import { recall, remember } from '../storage.ts'

const key = (field: string) => `checkout-${field}`

/**
 * Keeps the text of the checkout form across pages, until the form is reset after a purchase. The promotion code of a link,
 * `?code=`, is the text of a hidden field.
 */
export function keepTypedText() {
  const inputs = () => document.querySelectorAll<HTMLInputElement>('.buyer input')
  const code = new URLSearchParams(location.search).get('code')
  if (code !== null) remember('sessionStorage', key('code'), code)
  const linked = ({ name }: HTMLInputElement) => (name === 'code' ? code : null)
  const restore = () => {
    for (const input of inputs())
      input.value = linked(input) ?? recall('sessionStorage', key(input.name)) ?? input.value
  }
  restore()
  addEventListener('pageshow', restore)
  // Listen on the document, because React may replace the form.
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest('.buyer'))
      remember('sessionStorage', key(target.name), target.value)
  })
  document.addEventListener('reset', () => {
    for (const { name } of inputs()) remember('sessionStorage', key(name), null)
  })
}
