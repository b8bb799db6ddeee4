import { type Buyer, checkBuyer } from '../../contract/checkout.ts'
import { ShopError } from '../errors.ts'

const bad = (message: string, cause?: unknown) => new ShopError('bad_input', 400, message, { cause })

/**
 * The buyer that a request names, checked by the rules of the form. JSON or a posted form.
 * @param body raw bytes; their number is limited before
 * @throws ShopError `unsupported_media_type`, or `bad_input` with what to change
 */
export function readBuyer(contentType: string | undefined, body: ArrayBuffer): Buyer {
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  const fields =
    type === 'application/json'
      ? jsonFields(text(body))
      : type === 'application/x-www-form-urlencoded'
        ? formFields(text(body))
        : undefined
  if (!fields) {
    throw new ShopError('unsupported_media_type', 415, 'Send name and email as JSON or as an HTML form.')
  }
  const checked = checkBuyer({ name: field(fields, 'name'), email: field(fields, 'email') })
  if (!checked.ok) throw bad(checked.problem.message)
  return checked.buyer
}

function text(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw bad('The request is not UTF-8 text.', cause)
  }
}

function jsonFields(json: string): Record<string, unknown> {
  const notAnObject = 'The request is not a JSON object with name and email.'
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw bad(notAnObject, cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(notAnObject)
  return value as Record<string, unknown>
}

/** A field that came twice becomes a list, which is refused as in JSON: which one was meant is not ours to guess. */
function formFields(form: string): Record<string, unknown> {
  const parameters = new URLSearchParams(form)
  return Object.fromEntries(
    [...parameters.keys()].map((key) => {
      const values = parameters.getAll(key)
      return [key, values.length === 1 ? values[0] : values]
    }),
  )
}

/** A missing field counts as an empty one. Half a surrogate pair, which no database stores, becomes U+FFFD. */
function field(fields: Record<string, unknown>, name: keyof Buyer): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : ''
  if (typeof value !== 'string') throw bad(`Send one ${name}, as text.`)
  return value.toWellFormed()
}
