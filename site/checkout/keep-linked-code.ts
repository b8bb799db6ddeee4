import { remember } from '../storage.ts'
import { typedTextKey } from './typed-text.ts'

/** Keeps the code of the page's address, so that the hidden field of the form has it on every page (typed-text.ts). */
export function keepLinkedCode() {
  const code = new URLSearchParams(location.search).get('code')
  if (code !== null) remember('sessionStorage', typedTextKey('code'), code)
}
