import type { Context } from 'hono'
import { ShopError } from '../errors.ts'

export type Fields = Record<string, unknown>

const bad = (message: string, cause?: unknown) => new ShopError('bad_input', message, { cause })

const mediaType = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Whether the client is a program, which expects JSON. */
export const isJson = (c: Context): boolean => mediaType(c) === 'application/json'

/**
 * The fields of a posted form, or of a JSON body. A repeated field of a form becomes a list, which `textField` refuses.
 * @throws ShopError `unsupported_media_type`, or `bad_input` if the body does not match its media type
 */
export async function readFields(c: Context): Promise<Fields> {
  if (mediaType(c) === 'application/x-www-form-urlencoded') return c.req.parseBody({ all: true })
  if (!isJson(c)) throw new ShopError('unsupported_media_type', 'Send the fields as JSON or as an HTML form.')
  const value: unknown = await c.req.json().catch((cause) => {
    throw cause instanceof SyntaxError ? bad('The request is not JSON.', cause) : cause
  })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad('The request is not a JSON object.')
  return value as Fields
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
