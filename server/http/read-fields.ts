import { ShopError } from '../errors.ts'

export type Fields = Record<string, unknown>

const bad = (message: string, cause?: unknown) => new ShopError('bad_input', message, { cause })

const mediaType = (contentType: string | undefined) => contentType?.split(';')[0]?.trim().toLowerCase()

/** Whether a program asks, which wants JSON back. */
export const isJson = (contentType: string | undefined): boolean =>
  mediaType(contentType) === 'application/json'

/**
 * The fields of a posted form, or of the JSON that a program sends in its place.
 * @param body raw bytes; their number is limited before
 * @throws ShopError `unsupported_media_type`, or `bad_input` when the body is not what its type says
 */
export function readFields(contentType: string | undefined, body: Uint8Array): Fields {
  if (isJson(contentType)) return jsonFields(text(body))
  if (mediaType(contentType) === 'application/x-www-form-urlencoded') return formFields(text(body))
  throw new ShopError('unsupported_media_type', 'Send the fields as JSON or as an HTML form.')
}

/**
 * One field; a missing one counts as empty. Half a surrogate pair, which no database stores, becomes U+FFFD.
 * @throws ShopError `bad_input` for anything but one text
 */
export function textField(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : ''
  if (typeof value !== 'string') throw bad(`Send one ${name}, as text.`)
  return value.toWellFormed()
}

function text(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw bad('The request is not UTF-8 text.', cause)
  }
}

function jsonFields(json: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw bad('The request is not JSON.', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bad('The request is not a JSON object.')
  }
  return value as Fields
}

/**
 * A field that came twice becomes a list, which is refused as in JSON: which one was meant is not ours to guess.
 * Each pair is read once: asking `getAll` for every name takes seconds for a body of a few thousand equal ones.
 */
function formFields(form: string): Fields {
  const byName = Map.groupBy(new URLSearchParams(form), ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => [name, pairs.length === 1 ? pairs[0]?.[1] : pairs]),
  )
}
