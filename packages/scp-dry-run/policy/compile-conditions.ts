// Condition: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition.html.
import { type Condition, conditionOf } from './conditions.ts'
import { nearest } from './nearest.ts'
import { type Operator, operatorNames, operatorOf } from './operators.ts'
import { type Cursor, itemsOf, partsOf } from './source.ts'
import type { StatementContext } from './statement-context.ts'

/** Says which values an operator has if this is none, or null. */
function refusalOf(operator: Operator | 'Null', text: string): string | null {
  if (operator !== 'Null') return operator.refusal(text)
  return /^(true|false)$/i.test(text) ? null : 'true or false'
}

/** The values that the policy wants, as texts. */
function wantedIn(key: string, values: Cursor, operator: Operator | 'Null', context: StatementContext) {
  const { source, refuse } = context
  const wanted = itemsOf(values, source).flatMap((item) => {
    if (!['string', 'number', 'boolean'].includes(typeof item.value)) {
      refuse(item, 'Write a text in double quotes.')
      return []
    }
    const text = String(item.value)
    const refusal = refusalOf(operator, text)
    if (refusal) refuse(item, `Write ${refusal}.`)
    return text
  })
  if (wanted.length === 0) refuse(values, `${key} has no values. Write one, or remove the key.`)
  return wanted
}

export function compileConditions(cursor: Cursor | undefined, context: StatementContext): Condition[] {
  const { source, refuse, isFilled } = context
  if (!cursor) return []
  const operators = partsOf(cursor, source)
  if (!operators)
    refuse(cursor, 'Write an object, such as { "StringEquals": { "aws:RequestedRegion": "eu-west-1" } }.')
  return (operators ?? []).flatMap(([name, keys]) => {
    const operator = operatorOf(name)
    if (!operator) {
      const near = nearest(name.replace(/^For(All|Any)Values?:|IfExists$/gi, ''), operatorNames)
      refuse(keys, `This package does not know the operator ${name}.${near ? ` Is it ${near}?` : ''}`, true)
      return []
    }
    const tests = partsOf(keys, source)
    if (!tests)
      refuse(
        keys,
        'Write an object of keys and their values, such as { "aws:RequestedRegion": "eu-west-1" }.',
      )
    return (tests ?? []).flatMap(
      ([key, values]) => conditionOf(name, key, wantedIn(key, values, operator, context), isFilled) ?? [],
    )
  })
}
