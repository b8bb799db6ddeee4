// The condition operators: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html.
import { isInNetwork, networkOf } from './ip-address.ts'
import { arnMatchesUnknown, equalsUnknown, matchesUnknown } from './unknown-text.ts'
import { arnGlob, glob, type Match, plainText } from './wildcard.ts'

/** Compares a value of the request. Null: the value is not of the operator's type, and AWS does not say what follows. */
type Test = (given: string) => boolean | null

export interface Operator {
  /** As AWS writes it. */
  name: string
  negated: boolean
  /** An absent key satisfies it. */
  ifExists: boolean
  set: 'ForAllValues' | 'ForAnyValue' | null
  /** AWS fills in policy variables only in texts and ARNs. */
  takesVariables: boolean
  /** Says what a value in the policy has to be if this one is not. */
  refusal(wanted: string): string | null
  /** @returns a test whether a value of the request is among the policy's values */
  among(wanted: readonly string[]): Test
  /** Compares an ARN with unknown parts. Null: they decide. Only operators of texts and ARNs have it. */
  matchesUnknown?: (wanted: string, given: string) => boolean | null
}
type Family = Pick<Operator, 'takesVariables' | 'refusal' | 'among' | 'matchesUnknown'>

const any =
  (tests: readonly Match[]): Match =>
  (given) =>
    tests.some((test) => test(given))
const patterns = (
  compile: (pattern: string) => Match,
  matchesUnknown: NonNullable<Operator['matchesUnknown']>,
): Family => ({
  takesVariables: true,
  refusal: () => null,
  among: (wanted) => any(wanted.map(compile)),
  matchesUnknown,
})
/**
 * "Each of the six colon-delimited components of the ARN is checked separately", and AWS does not say what a pattern of fewer parts
 * is compared with, unless a star at its end matches all that follows.
 */
const arns: Family = {
  ...patterns(arnGlob, arnMatchesUnknown),
  among: (wanted) => {
    const isShort = (pattern: string) => pattern.split(':').length < 6 && !pattern.endsWith('*')
    const [short, whole] = [wanted.filter(isShort), wanted.filter((pattern) => !isShort(pattern))]
    const [isShortOne, isAmong] = [any(short.map(glob)), any(whole.map(arnGlob))]
    return (given) => isAmong(given) || (isShortOne(given) ? null : false)
  },
}
const texts = (normal: (text: string) => string): Family => ({
  takesVariables: true,
  refusal: () => null,
  among: (wanted) => {
    const set = new Set(wanted.map((text) => normal(plainText(text))))
    return (given) => set.has(normal(given))
  },
  matchesUnknown: (wanted, given) => equalsUnknown(normal(plainText(wanted)), normal(given)),
})
/** Values that are read, and compared as what they mean. */
const read = <T>(
  parse: (text: string) => T | null,
  holds: (given: T, wanted: T) => boolean,
  example: string,
): Family => ({
  takesVariables: false,
  refusal: (wanted) => (parse(wanted) === null ? example : null),
  among: (wanted) => {
    const values = wanted.flatMap((text) => parse(text) ?? [])
    return (text) => {
      const given = parse(text)
      return given === null ? null : values.some((value) => holds(given, value))
    }
  },
})

const numberOf = (text: string): number | null =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : null

/** Milliseconds of a date of ISO 8601 in a form of the W3C, or of seconds since 1970. Null for anything else. */
function dateOf(text: string): number | null {
  if (/^-?\d{5,}(\.\d+)?$/.test(text)) return Number(text) * 1000
  if (!/^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/i.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

const comparisons: Record<string, (given: number, wanted: number) => boolean> = {
  Equals: (given, wanted) => given === wanted,
  LessThan: (given, wanted) => given < wanted,
  LessThanEquals: (given, wanted) => given <= wanted,
  GreaterThan: (given, wanted) => given > wanted,
  GreaterThanEquals: (given, wanted) => given >= wanted,
}
const compared = (type: string, parse: (text: string) => number | null, example: string) =>
  Object.entries(comparisons).map(([name, holds]): [string, Family] => [
    type + name,
    read(parse, holds, example),
  ])

const lower = (text: string) => text.toLowerCase()
const families: Record<string, Family> = {
  StringEquals: texts((text) => text),
  StringEqualsIgnoreCase: texts(lower),
  StringLike: patterns(glob, matchesUnknown),
  ...Object.fromEntries(compared('Numeric', numberOf, 'a number, such as 10')),
  ...Object.fromEntries(compared('Date', dateOf, 'a date, such as 2026-01-31T00:00:00Z')),
  Bool: {
    takesVariables: false,
    refusal: (wanted) => (/^(true|false)$/i.test(wanted) ? null : 'true or false'),
    among: (wanted) => {
      const set = new Set(wanted.map(lower))
      return (given) => set.has(lower(given))
    },
  },
  BinaryEquals: { ...texts((text) => text), takesVariables: false },
  IpAddress: read(networkOf, isInNetwork, 'an address or a range, such as 203.0.113.0/24 or 2001:db8::/32'),
  ArnEquals: arns,
  ArnLike: arns,
}
/** Operators by their name in lower case. `Null` is not among them. */
const known = new Map<string, { name: string; family: Family; negated: boolean }>()
for (const [name, family] of Object.entries(families)) {
  known.set(lower(name), { name, family, negated: false })
  const negation = /^(String|Arn|Numeric|Date)(Equals|EqualsIgnoreCase|Like)$/.exec(name)
  if (negation) {
    const opposite = `${negation[1]}Not${negation[2]}`
    known.set(lower(opposite), { name: opposite, family, negated: true })
  }
}
known.set('notipaddress', { name: 'NotIpAddress', family: families.IpAddress as Family, negated: true })

/** The names of all operators, without prefix and suffix, as AWS writes them. */
export const operatorNames: readonly string[] = [...[...known.values()].map(({ name }) => name), 'Null']

/**
 * @param name in any case of its letters
 * @returns null for an operator that this package does not know
 */
export function operatorOf(name: string): Operator | 'Null' | null {
  if (lower(name) === 'null') return 'Null'
  const [, prefix, body = '', suffix] =
    /^(?:(forallvalues|foranyvalue):)?(\w+?)(ifexists)?$/i.exec(name) ?? []
  const found = known.get(lower(body))
  if (!found) return null
  const set = prefix ? (lower(prefix) === 'forallvalues' ? 'ForAllValues' : 'ForAnyValue') : null
  const ifExists = Boolean(suffix)
  return {
    ...found.family,
    name: `${set ? `${set}:` : ''}${found.name}${ifExists ? 'IfExists' : ''}`,
    negated: found.negated,
    ifExists,
    set,
  }
}
