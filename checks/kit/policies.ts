// A small evaluator of IAM policies: enough of the rules in "Policy evaluation logic" of the IAM User Guide to run the
// kit's documents against a table of requests. It throws for every operator that it does not know, so that no case passes by
// accident.

export interface Statement {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Action?: string | string[]
  NotAction?: string | string[]
  Resource?: string | string[]
  NotResource?: string | string[]
  Principal?: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}

export interface Policy {
  Version?: string
  Statement: Statement[]
}

export interface Request {
  action: string
  resource?: string
  /** Condition keys of the request. A missing key counts as absent, which matters for negated operators. */
  context?: Record<string, string | string[]>
}

const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Matches the wildcards `*` and `?` as IAM does. */
export function matches(pattern: string, value: string, ignoreCase = false): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, ignoreCase ? 'is' : 's').test(value)
}

type Test = (expected: string, actual: string) => boolean
const operators: Record<string, { test: Test; negated: boolean }> = {
  StringEquals: { test: (expected, actual) => expected === actual, negated: false },
  StringNotEquals: { test: (expected, actual) => expected === actual, negated: true },
  StringLike: { test: (expected, actual) => matches(expected, actual), negated: false },
  StringNotLike: { test: (expected, actual) => matches(expected, actual), negated: true },
  ArnLike: { test: (expected, actual) => matches(expected, actual), negated: false },
  ArnNotLike: { test: (expected, actual) => matches(expected, actual), negated: true },
  Bool: { test: (expected, actual) => expected === actual, negated: false },
  NumericLessThan: { test: (expected, actual) => Number(actual) < Number(expected), negated: false },
}

function variables(text: string, context: Record<string, string | string[]>): string {
  return text.replace(/\$\{([^}]+)\}/g, (_, key) => String(list(context[key])[0] ?? ''))
}

function conditionHolds(
  condition: Statement['Condition'],
  context: Record<string, string | string[]>,
): boolean {
  return Object.entries(condition ?? {}).every(([name, keys]) =>
    Object.entries(keys).every(([key, expected]) => {
      const actual = context[key]
      if (name === 'Null') return list(expected).includes(String(actual === undefined))
      const all = name.startsWith('ForAllValues:')
      const operator = operators[all ? name.slice('ForAllValues:'.length) : name]
      if (!operator) throw new Error(`the evaluator does not know the operator ${name}`)
      if (actual === undefined) return operator.negated || all
      const matched = (value: string) =>
        list(expected).some((one) => operator.test(variables(one, context), value))
      if (all) return list(actual).every(matched)
      return operator.negated ? !list(actual).some(matched) : list(actual).some(matched)
    }),
  )
}

function applies(statement: Statement, request: Request): boolean {
  const context = request.context ?? {}
  const resource = request.resource ?? '*'
  const matchesAction = (patterns: string | string[] | undefined) =>
    list(patterns).some((pattern) => matches(pattern, request.action, true))
  const matchesResource = (patterns: string | string[] | undefined) =>
    list(patterns).some((pattern) => matches(variables(pattern, context), resource))
  if (statement.Action !== undefined ? !matchesAction(statement.Action) : matchesAction(statement.NotAction))
    return false
  if (statement.Resource !== undefined && !matchesResource(statement.Resource)) return false
  if (statement.NotResource !== undefined && matchesResource(statement.NotResource)) return false
  return conditionHolds(statement.Condition, context)
}

/** @returns the decision of policies of one kind: a Deny anywhere wins, and 'neither' means that no statement matches */
export function evaluate(policies: Policy[], request: Request): 'denied' | 'allowed' | 'neither' {
  const found = policies
    .flatMap((policy) => policy.Statement)
    .filter((statement) => applies(statement, request))
  if (found.some((statement) => statement.Effect === 'Deny')) return 'denied'
  return found.length > 0 ? 'allowed' : 'neither'
}

/**
 * Decides on a request inside one account, as AWS would. Service control policies only deny, because AWS's own FullAWSAccess
 * is attached beside them. Each other kind of policy that is present must allow the request.
 */
export function decide(
  request: Request,
  policies: { serviceControl?: Policy[]; boundary?: Policy[]; identity?: Policy[] },
): 'denied' | 'allowed' {
  if (evaluate(policies.serviceControl ?? [], request) === 'denied') return 'denied'
  for (const kind of [policies.boundary, policies.identity])
    if (kind && evaluate(kind, request) !== 'allowed') return 'denied'
  return 'allowed'
}
