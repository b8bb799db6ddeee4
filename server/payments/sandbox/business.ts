import { plainText } from '../../../contract/checkout.ts'
import { type Fields, textField } from '../../http/read-fields.ts'

/** The fields that a business fills in on the hosted page, as on Stripe's (docs.stripe.com/tax/checkout/tax-ids). */
export const businessForm = [
  { name: 'name', label: 'Business name', autocomplete: 'organization', isRequired: true },
  { name: 'address', label: 'Address', autocomplete: 'billing address-line1', isRequired: true },
  { name: 'city', label: 'City', autocomplete: 'billing address-level2', isRequired: true },
  // Some countries have no states, and some have no postal codes.
  { name: 'state', label: 'State', autocomplete: 'billing address-level1', isRequired: false },
  { name: 'postalCode', label: 'Postal code', autocomplete: 'billing postal-code', isRequired: false },
  { name: 'country', label: 'Country', autocomplete: 'billing country-name', isRequired: true },
  { name: 'taxId', label: 'Tax ID', autocomplete: 'off', isRequired: true },
] as const

/** What a business enters for its invoice. */
export type Business = Record<(typeof businessForm)[number]['name'], string>

/** The most characters of a field. */
export const longestField = 200

/** The name of a field in the form, apart from the names of the page's other fields. */
export const fieldName = (name: keyof Business) => `business-${name}`

/** The fields as typed, and the label of the first one that is missing. */
export function readBusiness(
  form: Fields,
): { ok: true; business: Business } | { ok: false; missing: string } {
  const entries = businessForm.map(({ name }) => {
    const typed = [...plainText(textField(form, fieldName(name)))]
    return [name, typed.slice(0, longestField).join('')] as const
  })
  const business = Object.fromEntries(entries) as Business
  const missing = businessForm.find(({ name, isRequired }) => isRequired && business[name] === '')
  return missing ? { ok: false, missing: missing.label } : { ok: true, business }
}
