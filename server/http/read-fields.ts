import { ShopError } from '../errors.ts'

export type Fields = Record<string, unknown>

const bad = (message: string, cause?: unknown) => new ShopError('bad_input', message, { cause })

const mediaType = (contentType: string | undefined) => contentType?.split(';')[0]?.trim().toLowerCase()

/** Whether the client is a program, which expects JSON. */
export const isJson = (contentType: string | undefined): boolean =>
  mediaType(contentType) === 'application/json'

/**
 * The fields of a posted form, or of a JSON body.
 * @param body raw bytes, whose number the caller has limited
 * @throws ShopError `unsupported_media_type`, or `bad_input` if the body does not match its media type
 */
export function readFields(contentType: string | undefined, body: Uint8Array): Fields {
  if (isJson(contentType)) return jsonFields(text(body))
  if (mediaType(contentType) === 'application/x-www-form-urlencoded') return formFields(text(body))
  throw new ShopError('unsupported_media_type', 'Send the fields as JSON or as an HTML form.')
}

/**
 * Reads one field. A missing field is empty. A lone surrogate, which no database stores, becomes U+FFFD.
 * @throws ShopError `bad_input` if the field is not text, or was sent more than once
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
 * A repeated field becomes a list, which is refused as in JSON. Each pair is read once: calling `getAll` for every name takes
 * seconds for a body with thousands of equal names.
 */
function formFields(form: string): Fields {
  const byName = Map.groupBy(new URLSearchParams(form), ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, pairs]) => [name, pairs.length === 1 ? pairs[0]?.[1] : pairs]),
  )
}
