// What is asked of AWS, with what is known about it.
import type { Missing } from './truth.ts'

export type Values = string | readonly string[]

/** A resource that AWS authorizes a request for. */
export interface Target {
  /** An ARN, of which parts may be unknown (`hasUnknown`), or `*`. Null: unknown. */
  resource: string | null
  /** Its type in the Service Authorization Reference, for whoever reads what is missing. */
  type?: string
  /** `possible`: the request may be without it. `alternative`: the request has one of the alternatives. */
  is: 'certain' | 'possible' | 'alternative'
  /** Keys whose values are those of this resource. Others are those of the request. */
  context?: Request['context']
}

export interface Request {
  action: string
  /** Every resource that the request is authorized for. A text is a certain one. `null`: unknown. Left out: `*`. */
  resources?: readonly (string | Target)[] | null
  /** The condition keys. `null`: known to be absent. `leftOut` says what it means that a key is not in it. */
  context: Readonly<Record<string, Values | null | undefined>>
  /** Whether what is left out is absent, or why it is unknown. By default, it is absent. */
  leftOut?: 'absent' | 'not asked' | 'not recorded'
  /** The caller is no role or user of the organization's account: only resource control policies apply. */
  isOutsider?: boolean
  /** The resource is another account's, of which nothing says whether it is in the organization. */
  isForeign?: boolean
  /** What AWS authorizes beside the action, such as iam:PassRole. `possible`: the event does not show whether it does. */
  others?: readonly OtherRequest[]
}
export type OtherRequest = Omit<Request, 'others'> & { is: 'certain' | 'possible' }

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

export const targetsOf = ({ resources }: Request): readonly Target[] =>
  (resources === null ? [null] : (resources ?? ['*'])).map((one) =>
    typeof one === 'string' || one === null ? { resource: one, is: 'certain' } : one,
  )
