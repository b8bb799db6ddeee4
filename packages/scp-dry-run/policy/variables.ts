// Policy variables: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html.
import { missingFrom, type Request, valueOfKey } from '../judge/request.ts'
import type { Missing } from '../judge/truth.ts'
import { hasUnknown } from './unknown-text.ts'
import { quote } from './wildcard.ts'

/** A text after its variables are replaced. `absent`: a variable has no value. */
type Filled = { is: 'text'; text: string } | { is: 'absent' } | { is: 'unknown'; missing: Missing[] }

export interface Template {
  /** As the policy has it. */
  text: string
  /** The keys of its variables. Empty if it has none. */
  keys: readonly string[]
  fill(request: Request): Filled
}

/** The key, and the default with its quotation marks. Each sign can match only one part, so the search is linear. */
const variable = /\$\{([^{},]+)(?:,([^{}]*))?\}/g

/** @returns null if the default is not in quotation marks */
function variableOf(inner: string, quoted: string | undefined) {
  const key = inner.trim()
  if (quoted === undefined) return { key, defaultValue: undefined }
  const [, defaultValue] = /^'([^']*)'$/.exec(quoted.trim()) ?? []
  return defaultValue === undefined ? null : { key, defaultValue }
}

const isSign = (key: string) => ['*', '?', '$', ''].includes(key)

const plain = (text: string): Template => ({ text, keys: [], fill: () => ({ is: 'text', text }) })

/**
 * Finds the variables of a text.
 * @param isFilled whether AWS fills in variables here: not before version 2012-10-17
 * @param from the place before which they stay as they are
 */
export function templateOf(text: string, isFilled: boolean, from = 0): Template {
  if (!isFilled || !text.includes('${', from)) return plain(text)
  const [head, tail] = [text.slice(0, from), text.slice(from)]
  const found = [...tail.matchAll(variable)].map(
    ([, inner = '', quoted]) => variableOf(inner, quoted)?.key ?? '',
  )
  const keys = found.filter((key) => !isSign(key))
  const fill = (request: Request): Filled => {
    const missing: Missing[] = []
    let isAbsent = false
    const filled = tail.replace(variable, (whole, inner: string, quoted?: string) => {
      const parts = variableOf(inner, quoted)
      if (!parts) return whole
      const { key, defaultValue } = parts
      if (isSign(key)) return quote(key)
      const value = valueOfKey(key, request)
      // AWS does not say whether an empty value, such as a tag's, counts as a value.
      if (value === '' && defaultValue !== undefined) missing.push({ name: key, why: 'not known' })
      const isOpen = typeof value === 'string' && hasUnknown(value)
      if (typeof value === 'string' && !isOpen) return quote(value)
      if (value === undefined || isOpen) missing.push(missingFrom(key, request))
      else if (defaultValue !== undefined) return quote(defaultValue)
      else isAbsent = true
      return ''
    })
    if (missing.length > 0) return { is: 'unknown', missing }
    return isAbsent ? { is: 'absent' } : { is: 'text', text: head + filled }
  }
  return { text, keys: [...new Set(keys)], fill }
}

/** The place after the fifth colon of an ARN, or the end. Colons inside of variables do not count. */
export function afterFifthColon(arn: string): number {
  const plain = arn.replace(/\$\{[^{}]*\}/g, ({ length }) => '_'.repeat(length))
  const [start] = /^(?:[^:]*:){5}/.exec(plain) ?? []
  return start?.length ?? arn.length
}
