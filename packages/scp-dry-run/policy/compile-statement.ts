// Reads one statement: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html.
import { compileActions } from './compile-actions.ts'
import { compileConditions } from './compile-conditions.ts'
import { compilePrincipal } from './compile-principal.ts'
import { compileResources } from './compile-resources.ts'
import { nearest } from './nearest.ts'
import type { Statement, StatementDocument, Unknown } from './policy.ts'
import { type Cursor, partsOf } from './source.ts'
import { type Context, type Refuse, type StatementContext, typeNames } from './statement-context.ts'

const elements = [
  ...['Sid', 'Effect', 'Principal', 'NotPrincipal', 'Action', 'NotAction', 'Resource', 'NotResource'],
  'Condition',
]
type Parts = ReadonlyMap<string, Cursor>

/** Reads one of two elements that exclude each other. */
function either<T>(
  name: 'Action' | 'Resource' | 'Principal',
  parts: Parts,
  refuse: Refuse,
  read: (cursor: Cursor, isNegated: boolean) => T,
): T | null {
  const [given, negation] = [parts.get(name), parts.get(`Not${name}`)]
  if (given && negation)
    refuse(negation, `A statement has ${name} or Not${name}, not both. Remove one.`, true)
  const cursor = given ?? negation
  return cursor ? read(cursor, !given) : null
}

/** A wrong Sid names its statement all the same, so it makes nothing unknown. */
function sidOf(
  sid: Cursor | undefined,
  { type, number, report }: Context,
): Pick<Statement, 'sid' | 'hasSid'> {
  const unnamed = { sid: String(number), hasSid: false }
  if (!sid) return unnamed
  const { value, field, at } = sid
  if (typeof value !== 'string') {
    report(at.value, 'error', field, 'Write the Sid in double quotes.')
    return unnamed
  }
  if (!/^[A-Za-z0-9]*$/.test(value) && type !== 'resource')
    report(at.value, 'error', field, 'A Sid has only letters and digits of ASCII. Remove all else.')
  return value === '' ? unnamed : { sid: value, hasSid: true }
}

function effectOf(
  parent: Cursor,
  effect: Cursor | undefined,
  { type, refuse }: StatementContext,
): Statement['effect'] {
  if (!effect) {
    refuse(parent, 'This statement has no Effect. Write "Effect": "Deny" or "Allow".')
    return null
  }
  const { value } = effect
  if (value !== 'Allow' && value !== 'Deny') {
    refuse(effect, 'Write "Allow" or "Deny", with a capital.')
    return null
  }
  if (type === 'rcp' && value === 'Allow')
    refuse(effect, 'A resource control policy can only deny. AWS attaches RCPFullAWSAccess, which allows.')
  return value
}

function refusePrincipal(cursor: Cursor, isNegated: boolean, { type, refuse }: StatementContext): void {
  if (type === 'resource') return
  if (type !== 'rcp')
    refuse(
      cursor,
      `${typeNames[type]} has no ${isNegated ? 'Not' : ''}Principal. Remove it, or test aws:PrincipalArn in a Condition.`,
      true,
    )
  else if (isNegated || cursor.value !== '*')
    refuse(cursor, 'A resource control policy has "Principal": "*". Test aws:PrincipalArn in a Condition.')
}

/** @param parent the statement */
export function compileStatement(parent: Cursor, given: Context): Statement {
  const { policy, type, source, report } = given
  const unknown: Unknown[] = []
  const refuse: Refuse = (cursor, message, isName = false) => {
    report(isName ? cursor.at.name : cursor.at.value, 'error', cursor.field, message)
    unknown.push({ field: cursor.field, why: message })
  }
  const context: StatementContext = { ...given, refuse }
  const named = partsOf(parent, source)
  if (!named) refuse(parent, 'A statement is an object with Effect, Action and Resource.')
  const parts: Parts = new Map(named)
  for (const [name, part] of parts)
    if (!elements.includes(name)) {
      const near = nearest(name, elements)
      refuse(part, `A statement has no ${name}. ${near ? `Write ${near}.` : 'Remove it.'}`, true)
    }

  const effect = effectOf(parent, parts.get('Effect'), context)
  const namesAction = either('Action', parts, refuse, (cursor, isNegated) => {
    if (isNegated && type === 'rcp')
      refuse(cursor, 'A resource control policy has no NotAction. Write Action.', true)
    return compileActions(cursor, isNegated, context)
  })
  if (!namesAction)
    refuse(parent, 'This statement has no Action. Write "Action": "*", or the names of actions.')
  const resources = either('Resource', parts, refuse, (cursor, isNegated) =>
    compileResources(cursor, isNegated, context),
  )
  if (!resources && type !== 'resource')
    refuse(parent, 'This statement has no Resource. Write "Resource": "*", or ARNs.')
  const principal = either('Principal', parts, refuse, (cursor, isNegated) => {
    refusePrincipal(cursor, isNegated, context)
    return compilePrincipal(cursor, isNegated, context)
  })
  if (type === 'rcp' && !principal) refuse(parent, 'This statement has no Principal. Write "Principal": "*".')

  return {
    policy,
    ...sidOf(parts.get('Sid'), given),
    line: source.lineOf(parent.at.value),
    effect,
    // Without Action, any action may be meant.
    namesAction: namesAction ?? (() => true),
    resources,
    principal,
    conditions: compileConditions(parts.get('Condition'), context),
    unknown,
    document: (parent.value ?? {}) as StatementDocument,
  }
}
