import { recall, remember } from '../storage.ts'
import { typedTextKey } from './typed-text.ts'

const key = typedTextKey('code')
const inAddress = () => new URLSearchParams(location.search).get('code')

/** The promotion code of the link with which the visitor came, on any page of the visit, until a purchase. */
export const linkedCode = (): string => inAddress() ?? recall('sessionStorage', key) ?? ''

/** Keeps the code of the page's address, so that the hidden field of the form has it (typed-text.ts). */
export function keepLinkedCode() {
  const code = inAddress()
  if (code !== null) remember('sessionStorage', key, code)
}
