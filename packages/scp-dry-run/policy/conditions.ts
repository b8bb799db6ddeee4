// One condition of a statement: an operator, a key, and the values that the policy wants.

import { missingFrom, type Request, valueOfKey } from '../judge/request.ts'
import { every, isFalse, isTrue, not, some, type Truth, truthOf, unknownWithout } from '../judge/truth.ts'
import { type Operator, operatorOf } from './operators.ts'
import { listOf } from './policy.ts'
import { hasUnknown } from './unknown-text.ts'
import { type Template, templateOf } from './variables.ts'

export interface Condition {
  /** As AWS writes it. */
  operator: string
  key: string
  wanted: readonly string[]
  /** The keys that it reads: its own, and those of its variables. */
  keys: readonly string[]
  holds(request: Request): Truth
}

/** What follows is not documented, so nothing is guessed. @param name of the key, or of the part of the policy */
const undocumented = (name: string): Truth => unknownWithout([{ name, why: 'not known' }])

/** @returns whether a value of a request is among the wanted ones */
function amongOf(operator: Operator, key: string, templates: readonly Template[]) {
  const [fixed, open] = [true, false].map((isFixed) =>
    templates.filter(({ keys }) => !keys.length === isFixed),
  )
  const amongFixed = operator.among((fixed ?? []).map(fixedText))
  const truthFor = (holds: boolean | null): Truth => (holds === null ? undocumented(key) : truthOf(holds))
  const { matchesUnknown } = operator
  const isAmongUnknown = (
    value: string,
    request: Request,
    matches: NonNullable<typeof matchesUnknown>,
  ): Truth =>
    some(templates, (template) => {
      const filled = template.fill(request)
      if (filled.is === 'unknown') return unknownWithout(filled.missing)
      if (filled.is === 'absent') return operator.negated ? undocumented(template.text) : isFalse
      const isMatch = matches(filled.text, value)
      return isMatch === null ? unknownWithout([missingFrom(key, request)]) : truthOf(isMatch)
    })
  return (value: string, request: Request): Truth => {
    if (matchesUnknown && hasUnknown(value)) return isAmongUnknown(value, request, matchesUnknown)
    const first = truthFor(amongFixed(value))
    if (first.is === 'true') return first
    const rest = some(open ?? [], (template) => {
      const filled = template.fill(request)
      if (filled.is === 'unknown') return unknownWithout(filled.missing)
      // AWS: "this might cause the entire statement to be invalid". No text matches. Whether the negation then holds is open.
      if (filled.is === 'absent') return operator.negated ? undocumented(template.text) : isFalse
      return truthFor(operator.among([filled.text])(value))
    })
    return some([first, rest], (truth) => truth)
  }
}

/** The text of a template without keys. */
function fixedText(template: Template): string {
  const filled = template.fill({ action: '', context: {} })
  return filled.is === 'text' ? filled.text : template.text
}

function nullCondition(key: string, wanted: readonly string[]): Condition['holds'] {
  const values = new Set(wanted.map((text) => text.toLowerCase()))
  return (request) => {
    const given = valueOfKey(key, request)
    if (given === undefined) return unknownWithout([missingFrom(key, request)])
    return truthOf(values.has(String(given === null)))
  }
}

/**
 * @param isFilled whether AWS fills in policy variables
 * @returns null if the operator is not known
 */
export function conditionOf(
  name: string,
  key: string,
  wanted: readonly string[],
  isFilled: boolean,
): Condition | null {
  const operator = operatorOf(name)
  if (operator === null) return null
  if (operator === 'Null') return { operator, key, wanted, keys: [key], holds: nullCondition(key, wanted) }
  const templates = wanted.map((text) => templateOf(text, isFilled && operator.takesVariables))
  const { negated, ifExists, set } = operator
  const isAmong = amongOf(operator, key, templates)
  const needsEvery = set === 'ForAllValues' || (set === null && negated)
  const holds = (request: Request): Truth => {
    const given = valueOfKey(key, request)
    if (given === undefined) return unknownWithout([missingFrom(key, request)])
    // In a set, an empty text counts as no value ("Multivalued context keys" in the IAM User Guide).
    if (given === null || given.length === 0) {
      if (given === '' && set === null) return valueHolds('', request)
      if (set === 'ForAllValues') return isTrue
      if (set === 'ForAnyValue') return ifExists ? undocumented(key) : isFalse
      return truthOf(negated || ifExists)
    }
    return (needsEvery ? every : some)(listOf(given), (value) => valueHolds(value, request))
  }
  const valueHolds = (value: string, request: Request): Truth => {
    const truth = isAmong(value, request)
    return negated ? not(truth) : truth
  }
  const keys = [...new Set([key, ...templates.flatMap((template) => template.keys)])]
  return { operator: operator.name, key, wanted, keys, holds }
}
