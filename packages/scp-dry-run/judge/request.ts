// What is asked of AWS, with what is known about it.
import type { Missing } from './truth.ts'

export type Values = string | readonly string[]

export interface Request {
  action: string
  /** Every resource that the request names: a Deny of one denies the request. `null`: unknown. Left out: `*`. */
  resources?: readonly string[] | null
  /** The condition keys. `null`: known to be absent. `leftOut` says what it means that a key is not in it. */
  context: Readonly<Record<string, Values | null | undefined>>
  /** Whether what is left out is absent, or why it is unknown. By default, it is absent. */
  leftOut?: 'absent' | 'not asked' | 'not recorded'
  /** ARNs of the roles that the request hands to a service. Each needs `iam:PassRole`, too. */
  passedRoles?: readonly string[]
}

/**
 * The value of a condition key, in any case of its letters.
 * @returns null if the key is absent, undefined if it is unknown
 */
export function valueOfKey(key: string, { context, leftOut = 'absent' }: Request): Values | null | undefined {
  let value = Object.hasOwn(context, key) ? context[key] : undefined
  if (value === undefined) {
    const lower = key.toLowerCase()
    for (const [name, other] of Object.entries(context))
      if (other !== undefined && name.toLowerCase() === lower) value = other
  }
  return value === undefined && leftOut === 'absent' ? null : value
}

/** What is missing if a key or `resource` is unknown. */
export const missingFrom = (name: string, { leftOut }: Request): Missing => ({
  name,
  why: leftOut === 'not recorded' ? 'not recorded' : 'not asked',
})

/** @param resources of the request. An unknown one is null. */
export const resourcesOf = ({ resources }: Request): readonly (string | null)[] =>
  resources === null ? [null] : (resources ?? ['*'])
