// Kleene's logic of three values. A log does not record everything that a policy reads, so a condition may be unknown.

/** Why something is missing. */
export type Why =
  /** The form has no value for it. */
  | 'not asked'
  /** The event does not hold it. */
  | 'not recorded'
  /** AWS does not document it, or this package does not know that part of the policy. */
  | 'not known'

export interface Missing {
  /** A condition key, `resource`, or the field of a policy, such as `Statement[0].Condition.Foo`. */
  name: string
  why: Why
}

export type Truth = { is: 'true' } | { is: 'false' } | { is: 'unknown'; missing: readonly Missing[] }

export const isTrue: Truth = { is: 'true' }
export const isFalse: Truth = { is: 'false' }
export const truthOf = (holds: boolean): Truth => (holds ? isTrue : isFalse)

/** Names each missing thing once. */
export function unknownWithout(missing: readonly Missing[]): Truth {
  const byName = new Map(missing.map((one) => [one.name, one]))
  return { is: 'unknown', missing: [...byName.values()] }
}

export function not(truth: Truth): Truth {
  return truth.is === 'unknown' ? truth : truthOf(truth.is === 'false')
}

/** Kleene's "or": a true item wins over an unknown one. */
export function some<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  const missing: Missing[] = []
  for (const item of items) {
    const truth = test(item)
    if (truth.is === 'true') return truth
    if (truth.is === 'unknown') missing.push(...truth.missing)
  }
  return missing.length > 0 ? unknownWithout(missing) : isFalse
}

/** Kleene's "and": a false item wins over an unknown one. */
export const every = <T>(items: readonly T[], test: (item: T) => Truth): Truth =>
  not(some(items, (item) => not(test(item))))
