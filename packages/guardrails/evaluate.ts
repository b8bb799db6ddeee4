// The rules of IAM ("Policy evaluation logic" in the IAM User Guide), with three values, because a log does not record
// everything that a policy reads. Throws on an unknown operator.

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

type Values = string | readonly string[]
export interface Request {
  action: string
  /** Every resource that the request names: a Deny of one denies the request. `null`: unknown. Left out: `*`. */
  resources?: readonly string[] | null
  /** The condition keys. `null`: known to be absent. `unknown` says what a key means that is left out. */
  context: Readonly<Record<string, Values | null | undefined>>
  /** Whether a key that is left out of `context` is unknown. By default, it is absent. */
  unknown?: boolean
}

export interface LocatedStatement {
  /** The name that the caller gave to the policy, such as its file. */
  policy: string
  sid: string
  statement: Statement
}
/** Policies of one type. A request has to pass every gate. */
export interface Gate {
  name: string
  /** `guard`: passes unless a statement denies, because AWS attaches FullAWSAccess too. `grant`: passes if a statement allows. */
  kind: 'guard' | 'grant'
  policies: readonly { name: string; policy: Policy }[]
}
export type Verdict =
  /** `by` is null where no statement of the gate allows the request. */
  | { verdict: 'denied'; gate: string; by: LocatedStatement | null }
  /** `by`: the statement that might deny, or might not allow. `missing`: the keys that would decide, or `resource`. */
  | { verdict: 'cannot tell'; gate: string; by: LocatedStatement; missing: readonly string[] }
  | { verdict: 'allowed'; by: readonly LocatedStatement[] }

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T]

/** Matches `*` and `?` as IAM does, in time proportional to the product of the lengths at worst. */
export function matches(pattern: string, text: string): boolean {
  let [at, from, star, resume] = [0, 0, -1, 0]
  while (from < text.length) {
    const sign = pattern[at]
    if (sign === '*') [star, resume] = [at++, from]
    else if (sign === '?' || sign === text[from]) {
      at++
      from++
    } else if (star >= 0) [at, from] = [star + 1, ++resume]
    else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

/** Compares the six parts of an ARN one by one: `*` matches a colon only in the last part, or at the end of a shorter pattern. */
function arnMatches(pattern: string, text: string): boolean {
  const first = pattern.split(':', 5)
  if (first.length < 5 || pattern.split(':').length < 6) return matches(pattern, text)
  const given = text.split(':')
  const last = pattern.slice(first.join(':').length + 1)
  return (
    given.length >= 6 &&
    first.every((part, index) => matches(part, given[index] ?? '')) &&
    matches(last, given.slice(5).join(':'))
  )
}

type Test = (wanted: string, given: string) => boolean
const exact: Test = (wanted, given) => wanted === given
const anyCase: Test = (wanted, given) => wanted.toLowerCase() === given.toLowerCase()
const tests: Record<string, Test> = {
  StringEquals: exact,
  StringEqualsIgnoreCase: anyCase,
  StringLike: matches,
  ArnEquals: arnMatches,
  ArnLike: arnMatches,
  Bool: anyCase,
  NumericEquals: (wanted, given) => Number(given) === Number(wanted),
  NumericLessThan: (wanted, given) => Number(given) < Number(wanted),
}

/** Kleene's three values. `missing`: the condition keys that would decide, or `resource`. */
type Truth = { is: 'true' } | { is: 'false' } | { is: 'unknown'; missing: readonly string[] }
const isTrue: Truth = { is: 'true' }
const isFalse: Truth = { is: 'false' }
const truthOf = (holds: boolean): Truth => (holds ? isTrue : isFalse)
const unknownWithout = (missing: Iterable<string>): Truth => ({
  is: 'unknown',
  missing: [...new Set(missing)],
})

function not(truth: Truth): Truth {
  return truth.is === 'unknown' ? truth : truthOf(truth.is === 'false')
}
/** Kleene's "or": a true item wins over an unknown one. */
function some<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  const missing: string[] = []
  for (const item of items) {
    const truth = test(item)
    if (truth.is === 'true') return truth
    if (truth.is === 'unknown') missing.push(...truth.missing)
  }
  return missing.length > 0 ? unknownWithout(missing) : isFalse
}
/** Kleene's "and": a false item wins over an unknown one. */
const every = <T>(items: readonly T[], test: (item: T) => Truth): Truth =>
  not(some(items, (item) => not(test(item))))

interface Operator {
  test: Test
  negated: boolean
  /** An absent key satisfies it. */
  ifExists: boolean
  set: 'ForAllValues' | 'ForAnyValue' | null
}
function operatorOf(name: string): Operator | 'Null' {
  if (name === 'Null') return name
  const [, set, body = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(name) ?? []
  const negated = /^(String|Arn|Numeric)Not/.test(body)
  const test = tests[body.replace('Not', '')]
  if (!test) throw new Error(`the evaluator does not know the operator ${name}`)
  return { test, negated, ifExists: Boolean(ifExists), set: (set as Operator['set']) ?? null }
}

/**
 * The value of a condition key, in any case of its letters.
 * @returns null if the key is absent, undefined if it is unknown
 */
function valueOfKey(key: string, { context, unknown }: Request): Values | null | undefined {
  let value = context[key]
  if (value === undefined) {
    const lower = key.toLowerCase()
    for (const [name, other] of Object.entries(context)) if (name.toLowerCase() === lower) value = other
  }
  return value === undefined && !unknown ? null : value
}

/** A text after its policy variables are replaced. `absent`: a variable has no value, so the text matches nothing. */
type Substituted = { is: 'text'; text: string } | { is: 'absent' } | { is: 'unknown'; missing: string[] }

function substitute(text: string, request: Request): Substituted {
  if (!text.includes('${')) return { is: 'text', text }
  const missing: string[] = []
  let isAbsent = false
  const result = text.replace(
    /\$\{([^},]+)(?:,\s*'([^']*)')?\}/g,
    (_, key: string, defaultValue?: string) => {
      if (/^[*?$]$/.test(key)) return key
      const value = valueOfKey(key, request)
      if (typeof value === 'string') return value
      if (value === undefined) missing.push(key)
      else if (defaultValue !== undefined) return defaultValue
      else isAbsent = true
      return ''
    },
  )
  if (missing.length > 0) return { is: 'unknown', missing }
  return isAbsent ? { is: 'absent' } : { is: 'text', text: result }
}

/** Whether one of the texts of a policy passes the test, with its variables replaced. */
const someText = (texts: readonly string[], request: Request, test: (text: string) => boolean): Truth =>
  some(texts, (text) => {
    const substituted = substitute(text, request)
    if (substituted.is === 'unknown') return unknownWithout(substituted.missing)
    return truthOf(substituted.is === 'text' && test(substituted.text))
  })

function conditionHolds(name: string, key: string, wanted: readonly string[], request: Request): Truth {
  const operator = operatorOf(name)
  const given = valueOfKey(key, request)
  if (given === undefined) return unknownWithout([key])
  if (operator === 'Null') return truthOf(wanted.includes(String(given === null)))
  const { test, negated, ifExists, set } = operator
  // In a set, an empty text counts as no value ("Multivalued context keys" in the IAM User Guide).
  if (given === null || (set && given === '')) {
    if (set === 'ForAllValues') return isTrue
    return truthOf(set === 'ForAnyValue' ? ifExists : negated || ifExists)
  }
  const valueHolds = (value: string): Truth => {
    const truth = someText(wanted, request, (text) => test(text, value))
    return negated ? not(truth) : truth
  }
  const needsEvery = set === 'ForAllValues' || (set === null && negated)
  return (needsEvery ? every : some)(listOf(given), valueHolds)
}

/** @param resource of the request; null if unknown */
function coversResource(statement: Statement, resource: string | null, request: Request): Truth {
  const isAmong = (patterns: Values): Truth => {
    if (listOf(patterns).includes('*')) return isTrue
    if (resource === null) return unknownWithout(['resource'])
    return someText(listOf(patterns), request, (pattern) => arnMatches(pattern, resource))
  }
  if (statement.Resource !== undefined) return isAmong(statement.Resource)
  return statement.NotResource === undefined ? isTrue : not(isAmong(statement.NotResource))
}

const resourcesOf = ({ resources }: Request) => (resources === null ? [null] : (resources ?? ['*']))

function namesAction(statement: Statement, action: string): boolean {
  const lower = action.toLowerCase()
  const isAmong = (patterns: Values | undefined) =>
    listOf(patterns).some((pattern) => matches(pattern.toLowerCase(), lower))
  return statement.Action === undefined ? !isAmong(statement.NotAction) : isAmong(statement.Action)
}

/** AWS answers these whatever the policies say (API reference of AWS STS, and "Permissions for GetSessionToken" in the IAM User Guide). */
const needNoPermission = new Set(['sts:getcalleridentity', 'sts:getsessiontoken'])

const conditionsHold = ({ Condition = {} }: Statement, request: Request): Truth =>
  every(Object.entries(Condition), ([operator, keys]) =>
    every(Object.entries(keys), ([key, wanted]) => conditionHolds(operator, key, listOf(wanted), request)),
  )

function applies(statement: Statement, resource: string | null, request: Request): Truth {
  const covers = coversResource(statement, resource, request)
  if (covers.is === 'false') return covers
  return every([covers, conditionsHold(statement, request)], (truth) => truth)
}

/** The condition keys that a statement reads, in conditions and in variables. */
const keysIn = (statement: Statement): string[] => [
  ...Object.values(statement.Condition ?? {}).flatMap((wanted) => Object.keys(wanted)),
  ...[...JSON.stringify(statement).matchAll(/\$\{([^},]+)/g)].map(([, key = '']) => key),
]

const statementsNaming = (action: string, gates: readonly Gate[]): Statement[] =>
  gates
    .flatMap(({ policies }) => policies.flatMap(({ policy }) => policy.Statement))
    .filter((statement) => namesAction(statement, action))

/**
 * The condition keys, and `resource`, that can still decide a request, so that a form asks for nothing else. What the request
 * already says may rule a statement out.
 */
export function keysFor(gates: readonly Gate[], request: Request): string[] {
  const open = { ...request, unknown: true }
  const keys = statementsNaming(request.action, gates)
    .filter((statement) =>
      resourcesOf(open).some((resource) => applies(statement, resource, open).is !== 'false'),
    )
    .flatMap((statement) => [
      ...keysIn(statement),
      ...(coversResource(statement, null, open).is === 'true' ? [] : ['resource']),
    ])
  return [...new Set(keys)]
}

/** The first statement that applies to the request, or else the first that might. `missing` is null if it applies. */
function firstApplying(
  located: readonly LocatedStatement[],
  resource: string | null,
  request: Request,
): { by: LocatedStatement; missing: readonly string[] | null } | null {
  let possible: { by: LocatedStatement; missing: readonly string[] } | null = null
  for (const by of located) {
    const truth = applies(by.statement, resource, request)
    if (truth.is === 'true') return { by, missing: null }
    if (truth.is === 'unknown') possible ??= { by, missing: truth.missing }
  }
  return possible
}

/** @returns a function that decides requests. It remembers which statements name an action. */
export function decider(gates: readonly Gate[]): (request: Request) => Verdict {
  const located = gates.map(({ name, kind, policies }) => ({
    gate: name,
    kind,
    statements: policies.flatMap(({ name: policy, policy: { Statement } }) =>
      Statement.map(
        (statement, index): LocatedStatement => ({ policy, sid: statement.Sid ?? `${index + 1}`, statement }),
      ),
    ),
  }))
  const gatesForAction = (action: string) =>
    located.map(({ statements, ...gate }) => {
      const naming = statements.filter(({ statement }) => namesAction(statement, action))
      return {
        ...gate,
        denies: naming.filter(({ statement }) => statement.Effect === 'Deny'),
        allows: naming.filter(({ statement }) => statement.Effect === 'Allow'),
      }
    })
  const remembered = new Map<string, ReturnType<typeof gatesForAction>>()

  return (request) => {
    const { action } = request
    if (needNoPermission.has(action.toLowerCase())) return { verdict: 'allowed', by: [] }
    const actionGates = remembered.get(action) ?? gatesForAction(action)
    remembered.set(action, actionGates)
    // A later gate may still deny for certain, so the first doubt waits until all gates are passed.
    let doubt: Verdict | undefined
    const allowing: LocatedStatement[] = []
    for (const { gate, kind, denies, allows } of actionGates)
      for (const resource of resourcesOf(request)) {
        const deny = firstApplying(denies, resource, request)
        if (deny && !deny.missing) return { verdict: 'denied', gate, by: deny.by }
        if (deny?.missing) doubt ??= { verdict: 'cannot tell', gate, by: deny.by, missing: deny.missing }
        if (kind === 'guard') continue
        const allow = firstApplying(allows, resource, request)
        if (!allow) return { verdict: 'denied', gate, by: null }
        if (allow.missing) doubt ??= { verdict: 'cannot tell', gate, by: allow.by, missing: allow.missing }
        else allowing.push(allow.by)
      }
    return doubt ?? { verdict: 'allowed', by: allowing }
  }
}

/** What the statements that name an action read. They decide requests alike that agree in it. */
export function askedBy(gates: readonly Gate[], action: string): { keys: string[]; resource: boolean } {
  const statements = statementsNaming(action, gates)
  return {
    keys: [...new Set(statements.flatMap(keysIn))],
    resource: statements.some(
      ({ Resource, NotResource }) => NotResource !== undefined || !listOf(Resource ?? '*').includes('*'),
    ),
  }
}
