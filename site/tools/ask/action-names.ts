// Whether AWS has an action, and which ones to suggest.
import { fill } from '../../../contract/fill.ts'
import type { Words } from './view.ts'

export interface ActionNames {
  /** The names of AWS's actions by the prefix of their service. */
  actions: Record<string, string[]>
  /** The action that IAM checks for a call of an API that has another name, such as `ListBucket` by `s3:listobjectsv2`. */
  calls: Record<string, string>
}

/** `S3:GetObject` is in the service `s3`. Names from a visitor may be `__proto__`. */
const namesIn = (action: string, { actions }: ActionNames): string[] | undefined => {
  const [prefix = ''] = action.toLowerCase().split(':')
  return Object.hasOwn(actions, prefix) ? actions[prefix] : undefined
}

/** What is wrong with the name of an action, or null. @param date of the list */
export function problemOf(
  action: string,
  names: ActionNames,
  date: string,
  { sentences }: Words,
): string | null {
  const lower = action.toLowerCase()
  const [prefix, ...rest] = lower.split(':')
  const name = rest.join(':')
  if (!name) return sentences.noName
  const known = namesIn(action, names)
  if (!known) return fill(sentences.noService, { date })
  if (known.some((other) => other.toLowerCase() === name)) return null
  if (Object.hasOwn(names.calls, lower))
    return fill(sentences.apiCall, { call: action.split(':')[1], action: `${prefix}:${names.calls[lower]}` })
  return fill(sentences.noAction, { date })
}

/** The actions of the service, or all prefixes while none of them is complete. */
export function suggestionsFor(action: string, names: ActionNames): string[] {
  const [prefix = ''] = action.toLowerCase().split(':')
  const known = namesIn(action, names)
  return known
    ? known.map((name) => `${prefix}:${name}`)
    : Object.keys(names.actions).map((name) => `${name}:`)
}
