// Whether AWS has an action, and which ones to suggest.
import { actionOf } from 'scp-dry-run/actions'
import { fill } from '../../../contract/fill.ts'
import type { Words } from './view.ts'

/** The names of AWS's actions by the prefix of their service. */
export type ActionNames = Record<string, string[]>

/** `S3:GetObject` is in the service `s3`. Names from a visitor may be `__proto__`. */
const namesIn = (action: string, names: ActionNames): string[] | undefined => {
  const [prefix = ''] = action.toLowerCase().split(':')
  return Object.hasOwn(names, prefix) ? names[prefix] : undefined
}

/** What is wrong with the name of an action, or null. @param date of the list */
export function problemOf(
  action: string,
  names: ActionNames,
  date: string,
  { sentences }: Words,
): string | null {
  const [, ...rest] = action.toLowerCase().split(':')
  const name = rest.join(':')
  if (!name) return sentences.noName
  const known = namesIn(action, names)
  if (!known) return fill(sentences.noService, { date })
  if (known.some((other) => other.toLowerCase() === name)) return null
  const call = action.slice(action.indexOf(':') + 1)
  const checked = actionOf(action.slice(0, action.indexOf(':')).toLowerCase(), call)
  if (checked && checked.toLowerCase() !== action.toLowerCase())
    return fill(sentences.apiCall, { call, action: checked })
  return fill(sentences.noAction, { date })
}

/** The actions of the service, or all prefixes while none of them is complete. */
export function suggestionsFor(action: string, names: ActionNames): string[] {
  const [prefix = ''] = action.toLowerCase().split(':')
  const known = namesIn(action, names)
  return known ? known.map((name) => `${prefix}:${name}`) : Object.keys(names).map((name) => `${name}:`)
}
