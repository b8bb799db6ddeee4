import { currencyProblem } from '../../../contract/currencies.ts'

/** A refusal in Stripe's words (docs.stripe.com/api/errors). */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, message: string, rest: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', message, ...rest } }
  }
}

/** A value in a form body: text, or fields in brackets. */
export type Field = string | { [name: string]: Field }

/** Reads one parameter. `path` is its name in Stripe's notation, such as `line_items[0][price]`. */
export type Reader<T> = (value: Field, path: string) => T

/** Fields in brackets become objects: `a[b][0]=c` is `{a: {b: {0: 'c'}}}`. */
export function decodeForm(body: string): { [name: string]: Field } {
  const root: { [name: string]: Field } = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = [...name.matchAll(/[^[\]]+/g)].map((match) => match[0])
    const last = keys.pop()
    if (last === undefined) continue
    let at = root
    for (const key of keys) {
      const inner = at[key] ?? {}
      if (typeof inner === 'string') throw new Refusal(400, 'Invalid object', { param: name })
      at[key] = inner
      at = inner
    }
    at[last] = value
  }
  return root
}

const invalid = (path: string, message: string, code = 'parameter_invalid') =>
  new Refusal(400, message, { param: path, code })

export const text =
  (longest = 5000): Reader<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw invalid(path, `Invalid string: ${path}`)
    if (value === '') {
      throw invalid(path, `You passed an empty string for '${path}'.`, 'parameter_invalid_empty')
    }
    if (value.length > longest) {
      throw invalid(path, `Invalid string: must be at most ${longest} characters`, 'parameter_invalid_string')
    }
    return value
  }

export const integer: Reader<number> = (value, path) => {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) {
    throw invalid(path, `Invalid integer: ${String(value)}`, 'parameter_invalid_integer')
  }
  return Number(value)
}

export const boolean: Reader<boolean> = (value, path) => {
  if (value !== 'true' && value !== 'false') throw invalid(path, `Invalid boolean: ${String(value)}`)
  return value === 'true'
}

export const oneOf =
  <T extends string>(...allowed: T[]): Reader<T> =>
  (value, path) => {
    const found = allowed.find((choice) => choice === value)
    if (found === undefined) {
      throw invalid(path, `Invalid ${path}: must be one of ${allowed.join(', ')}`, 'parameter_invalid_enum')
    }
    return found
  }

/** The code of a currency. Stripe would take more of them, in which the shop cannot sell. */
export const currency: Reader<string> = (value, path) => {
  const code = text()(value, path)
  if (currencyProblem(code)) throw invalid(path, `Invalid currency: ${code}`)
  return code
}

export const url: Reader<string> = (value, path) => {
  const address = text()(value, path)
  if (!/^https?:\/\/[^\s]+$/.test(address)) throw invalid(path, 'Not a valid URL', 'url_invalid')
  return address
}

export const email: Reader<string> = (value, path) => {
  const address = text(800)(value, path)
  // A part may not end with a dot or have two in a row (RFC 5321 §4.1.2).
  if (!/^[^\s@,.]+(\.[^\s@,.]+)*@[^\s@,.]+(\.[^\s@,.]+)+$/.test(address)) {
    throw invalid(path, `Invalid email address: ${address}`, 'email_invalid')
  }
  return address
}

/** At most 50 keys of at most 40 characters without brackets, values of at most 500 (docs.stripe.com/api/metadata). */
export const metadata: Reader<Record<string, string>> = (value, path) => {
  if (typeof value === 'string') throw invalid(path, 'Invalid object')
  const entries = Object.entries(value)
  if (entries.length > 50) throw invalid(path, 'Metadata can have at most 50 keys')
  for (const [key, entry] of entries) {
    if (key.length > 40) throw invalid(path, `Metadata keys must be at most 40 characters: ${key}`)
    text(500)(entry, `${path}[${key}]`)
  }
  return value as Record<string, string>
}

export const list =
  <T>(item: Reader<T>): Reader<T[]> =>
  (value, path) => {
    if (typeof value === 'string') throw invalid(path, 'Invalid array')
    return Object.entries(value).map(([index, entry]) => item(entry, `${path}[${index}]`))
  }

type Shape = Record<string, Reader<unknown>>
type Read<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> }

/** Allows only the named fields. All are optional here. `required` refuses a missing one where it is needed. */
export const fields =
  <S extends Shape>(shape: S): Reader<Read<S>> =>
  (value, path) => {
    if (typeof value === 'string') throw invalid(path, 'Invalid object')
    const read: Record<string, unknown> = {}
    for (const [name, entry] of Object.entries(value)) {
      const reader = shape[name]
      const inner = path ? `${path}[${name}]` : name
      if (!reader) throw invalid(inner, `Received unknown parameter: ${inner}`, 'parameter_unknown')
      read[name] = reader(entry, inner)
    }
    return read as Read<S>
  }

export function required<T>(value: T | undefined, path: string): T {
  if (value === undefined) throw invalid(path, `Missing required param: ${path}.`, 'parameter_missing')
  return value
}
