// Reads one statement: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html.
import { compilePrincipal } from './compile-principal.ts'
import { compileResources } from './compile-resources.ts'
import { type Condition, conditionOf } from './conditions.ts'
import { nearest } from './nearest.ts'
import { operatorNames, operatorOf } from './operators.ts'
import type { PolicyType, Statement, StatementDocument, Unknown } from './policy.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, partsOf, type Source } from './source.ts'
import { glob } from './wildcard.ts'

const elements = [
  ...['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Resource', 'NotResource'],
  'Condition',
]

export interface Context {
  policy: string
  type: PolicyType
  /** From 1. */
  number: number
  /** Whether AWS fills in policy variables. */
  isFilled: boolean
  source: Source
  report: Report
}

export const typeNames: Record<PolicyType, string> = {
  scp: 'A service control policy',
  rcp: 'A resource control policy',
  boundary: 'A permission boundary',
  identity: 'An identity policy',
  session: 'A session policy',
  resource: 'A policy of a resource',
}

/** Compares names of actions without regard to case. */
function compileActions(patterns: readonly string[]): (action: string) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase())
  const exact = new Set(lower)
  const globs = lower.filter((pattern) => /[*?]/.test(pattern)).map(glob)
  return (action) => exact.has(action) || globs.some((match) => match(action))
}

/** @param parent the statement */
export function compileStatement(parent: Cursor, context: Context): Statement {
  const { policy, type, number, isFilled, source, report } = context
  const unknown: Unknown[] = []
  const refuse = (cursor: Cursor, message: string, isName = false) => {
    report(isName ? cursor.at.name : cursor.at.value, 'error', cursor.field, message)
    unknown.push({ field: cursor.field, why: message })
  }
  const parts = new Map(partsOf(parent, source) ?? [])
  const base = {
    policy,
    line: source.lineOf(parent.at.value),
    document: (parent.value ?? {}) as StatementDocument,
  }
  if (partsOf(parent, source) === null)
    refuse(parent, 'A statement is an object with Effect, Action and Resource.')
  for (const [name, part] of parts)
    if (!elements.includes(name)) {
      const near = nearest(name, elements)
      refuse(part, `A statement has no ${name}. ${near ? `Write ${near}.` : 'Remove it.'}`, true)
    }

  const texts = (cursor: Cursor, example: string): string[] =>
    itemsOf(cursor, source).flatMap((item) => {
      if (typeof item.value === 'string') return item.value
      refuse(item, `Write ${example} in double quotes.`)
      return []
    })

  /** Reads one of two elements that exclude each other. */
  const either = <T>(
    name: 'Action' | 'Resource' | 'Principal',
    read: (cursor: Cursor, negated: boolean) => T,
  ) => {
    const [given, negation] = [parts.get(name), parts.get(`Not${name}`)]
    if (given && negation)
      refuse(negation, `A statement has ${name} or Not${name}, not both. Remove one.`, true)
    const cursor = given ?? negation
    return cursor ? read(cursor, !given) : null
  }

  const sid = parts.get('Sid')
  if (sid && typeof sid.value !== 'string')
    report(sid.at.value, 'error', sid.field, 'Write the Sid in double quotes.')
  else if (sid && !/^[A-Za-z0-9]*$/.test(sid.value as string) && type !== 'resource')
    report(sid.at.value, 'error', sid.field, 'A Sid has only letters and digits of ASCII. Remove all else.')

  const effect = parts.get('Effect')
  const isEffect = effect?.value === 'Allow' || effect?.value === 'Deny'
  if (!effect) refuse(parent, 'This statement has no Effect. Write "Effect": "Deny" or "Allow".')
  else if (!isEffect) refuse(effect, 'Write "Allow" or "Deny", with a capital.')
  else if (type === 'rcp' && effect.value === 'Allow')
    refuse(effect, 'A resource control policy can only deny. AWS attaches RCPFullAWSAccess, which allows.')

  const actions = either('Action', (cursor, negated) => {
    if (negated && type === 'rcp')
      refuse(cursor, 'A resource control policy has no NotAction. Write Action.', true)
    const patterns = texts(cursor, 'an action, such as "s3:GetObject",')
    for (const item of itemsOf(cursor, source))
      if (typeof item.value === 'string' && !/^(\*+|[\w*?-]+:[\w*?.-]+)$/.test(item.value))
        refuse(
          item,
          `"${item.value}" is no action. Write a service, a colon and a name, such as "s3:GetObject".`,
        )
    const isAmong = compileActions(patterns)
    return (action: string) => isAmong(action) !== negated
  })
  if (!actions) refuse(parent, 'This statement has no Action. Write "Action": "*", or the names of actions.')

  const resources = either('Resource', (cursor, negated) =>
    compileResources(
      itemsOf(cursor, source),
      texts(cursor, 'an ARN or "*"'),
      negated,
      isFilled,
      refuse,
      report,
    ),
  )
  if (!resources && type !== 'resource')
    refuse(parent, 'This statement has no Resource. Write "Resource": "*", or ARNs.')

  const isOfResource = type === 'rcp' || type === 'resource'
  const principal = either('Principal', (cursor, negated) => {
    if (!isOfResource)
      refuse(
        cursor,
        `${typeNames[type]} has no ${negated ? 'Not' : ''}Principal. Remove it, or test aws:PrincipalArn in a Condition.`,
        true,
      )
    else if (type === 'rcp' && (negated || cursor.value !== '*'))
      refuse(cursor, 'A resource control policy has "Principal": "*". Test aws:PrincipalArn in a Condition.')
    return compilePrincipal(cursor, negated, source, refuse)
  })
  if (type === 'rcp' && !principal) refuse(parent, 'This statement has no Principal. Write "Principal": "*".')

  const conditions: Condition[] = []
  const condition = parts.get('Condition')
  const operators = condition ? partsOf(condition, source) : []
  if (condition && !operators)
    refuse(condition, 'Write an object, such as { "StringEquals": { "aws:RequestedRegion": "eu-west-1" } }.')
  for (const [name, keys] of operators ?? []) {
    const operator = operatorOf(name)
    if (!operator) {
      const near = nearest(name.replace(/^For(All|Any)Values?:|IfExists$/gi, ''), operatorNames)
      refuse(keys, `This package does not know the operator ${name}.${near ? ` Is it ${near}?` : ''}`, true)
      continue
    }
    const tests = partsOf(keys, source)
    if (!tests)
      refuse(
        keys,
        'Write an object of keys and their values, such as { "aws:RequestedRegion": "eu-west-1" }.',
      )
    for (const [key, values] of tests ?? []) {
      const wanted: string[] = []
      for (const item of itemsOf(values, source)) {
        if (!['string', 'number', 'boolean'].includes(typeof item.value)) {
          refuse(item, 'Write a text in double quotes.')
          continue
        }
        const text = String(item.value)
        const refusal =
          operator === 'Null'
            ? /^(true|false)$/i.test(text)
              ? null
              : 'true or false'
            : operator.refusal(text)
        if (refusal) refuse(item, `Write ${refusal}.`)
        wanted.push(text)
      }
      if (wanted.length === 0) refuse(values, `${key} has no values. Write one, or remove the key.`)
      const compiled = conditionOf(name, key, wanted, isFilled)
      if (compiled) conditions.push(compiled)
    }
  }

  const hasSid = typeof sid?.value === 'string' && sid.value !== ''
  return {
    ...base,
    sid: hasSid ? (sid.value as string) : String(number),
    hasSid,
    effect: isEffect ? (effect.value as 'Allow' | 'Deny') : null,
    namesAction: actions ?? (() => true),
    resources,
    principal,
    conditions,
    unknown,
  }
}
