// The rules of IAM ("Policy evaluation logic" in the IAM User Guide), with three
// values: a request of a log does not say everything that a policy asks. Throws for an operator that it does not know.

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
  /** Every resource that the request names, because a Deny of one denies all. `null`: nobody knows. Left out: `*`. */
  resources?: readonly string[] | null
  /** The condition keys. `null`: known to be absent. A key that is left out is absent or unknown, as `unknown` says. */
  context: Readonly<Record<string, Values | null | undefined>>
  /** Whether keys that are left out of `context` are unknown. Otherwise they are absent. */
  unknown?: boolean
}

/** A statement and where it stands. */
interface Place {
  /** The name that the caller gave the policy, such as its file. */
  policy: string
  sid: string
  statement: Statement
}
/** Policies of one kind. All kinds that there are must let a request pass. */
export interface Gate {
  name: string
  /** `guard`: passes unless a statement denies, because AWS's FullAWSAccess is attached beside. `grant`: passes if one allows. */
  kind: 'guard' | 'grant'
  policies: readonly { name: string; policy: Policy }[]
}
export type Verdict =
  | { verdict: 'denied'; gate: string; by: Place | null }
  /** `by`: the statement that might deny, or might not allow. `missing`: the keys that would tell, or `resource`. */
  | { verdict: 'cannot tell'; gate: string; by: Place; missing: readonly string[] }
  | { verdict: 'allowed'; by: readonly Place[] }

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
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

/** The six parts of an ARN are compared one by one: `*` reaches over a colon only in the last part, or at the very end. */
function arnMatches(pattern: string, text: string): boolean {
  const wanted = pattern.split(':', 5)
  if (wanted.length < 5 || pattern.split(':').length < 6) return matches(pattern, text)
  const given = text.split(':')
  const last = pattern.slice(wanted.join(':').length + 1)
  return (
    given.length >= 6 &&
    wanted.every((part, at) => matches(part, given[at] ?? '')) &&
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

type Truth = true | false | readonly string[]
/** Kleene's `and`: false wins, then what is missing. */
function every(truths: Iterable<Truth>): Truth {
  const missing: string[] = []
  for (const truth of truths) {
    if (truth === false) return false
    if (truth !== true) missing.push(...truth)
  }
  return missing.length === 0 || [...new Set(missing)]
}

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

/** Context keys have no upper and lower case. */
const look = (request: Request, key: string): Values | null | 'unknown' => {
  let given = request.context[key]
  if (given === undefined) {
    const same = key.toLowerCase()
    for (const [name, value] of Object.entries(request.context))
      if (name.toLowerCase() === same) given = value
  }
  return given === undefined ? (request.unknown ? 'unknown' : null) : given
}

/** Fills in `${key}`. Null: a variable has no value, so the text fits nothing. */
function filled(text: string, request: Request): string | null | readonly string[] {
  if (!text.includes('${')) return text
  let missing: string[] = []
  let absent = false
  const result = text.replace(/\$\{([^},]+)(?:,\s*'([^']*)')?\}/g, (_, key: string, otherwise?: string) => {
    if (/^[*?$]$/.test(key)) return key
    const value = look(request, key)
    if (value === 'unknown') missing = [...missing, key]
    else if (value === null || typeof value !== 'string') {
      if (otherwise !== undefined) return otherwise
      absent = true
    } else return value
    return ''
  })
  return missing.length > 0 ? missing : absent ? null : result
}

function anyFits(wanted: readonly string[], request: Request, fits: (text: string) => boolean): Truth {
  const missing: string[] = []
  for (const one of wanted) {
    const text = filled(one, request)
    if (typeof text === 'string') {
      if (fits(text)) return true
    } else if (text) missing.push(...text)
  }
  return missing.length > 0 ? missing : false
}

function conditionHolds(name: string, key: string, wanted: readonly string[], request: Request): Truth {
  const operator = operatorOf(name)
  const given = look(request, key)
  if (given === 'unknown') return [key]
  if (operator === 'Null') return wanted.includes(String(given === null))
  const { test, negated, ifExists, set } = operator
  // For a set, an empty text is no value ("Multivalued context keys" in the IAM User Guide).
  if (given === null || (set && given === ''))
    return (
      set === 'ForAllValues' || (set === null && (negated || ifExists)) || (ifExists && set === 'ForAnyValue')
    )
  const one = (value: string): Truth => {
    const truth = anyFits(wanted, request, (text) => test(text, value))
    return negated && typeof truth === 'boolean' ? !truth : truth
  }
  const truths = list(given).map(one)
  if (set === 'ForAllValues' || (set === null && negated)) return every(truths)
  if (truths.includes(true)) return true
  const missing = truths.filter((truth) => typeof truth !== 'boolean').flat() as string[]
  return missing.length > 0 ? missing : false
}

/** Whether a statement applies to one resource of the request. `null`: the resource is unknown. */
function appliesTo(statement: Statement, resource: string | null, request: Request): Truth {
  const among = (patterns: string | string[] | undefined): Truth => {
    if (patterns === '*' || (Array.isArray(patterns) && patterns.includes('*'))) return true
    if (resource === null) return ['resource']
    return anyFits(list(patterns), request, (pattern) => arnMatches(pattern, resource))
  }
  const not = (truth: Truth): Truth => (typeof truth === 'boolean' ? !truth : truth)
  return every([
    statement.Resource === undefined || among(statement.Resource),
    statement.NotResource === undefined || not(among(statement.NotResource)),
  ])
}

const resourcesOf = ({ resources }: Request) => (resources === null ? [null] : (resources ?? ['*']))

/** Whether the statement names the action. */
function namesAction(statement: Statement, action: string): boolean {
  const lower = action.toLowerCase()
  const among = (patterns: string | string[] | undefined) =>
    list(patterns).some((pattern) => matches(pattern.toLowerCase(), lower))
  return statement.Action === undefined ? !among(statement.NotAction) : among(statement.Action)
}

/** AWS answers this whatever the policies say (API reference of AWS STS). */
const needsNoPermission = 'sts:getcalleridentity'

function conditionOf(statement: Statement, request: Request): Truth {
  const missing: string[] = []
  for (const [name, keys] of Object.entries(statement.Condition ?? {}))
    for (const [key, wanted] of Object.entries(keys)) {
      const truth = conditionHolds(name, key, list(wanted), request)
      if (truth === false) return false
      if (truth !== true) missing.push(...truth)
    }
  return missing.length === 0 || missing
}

const applies = (statement: Statement, resource: string | null, request: Request) =>
  every([appliesTo(statement, resource, request), conditionOf(statement, request)])

/** The condition keys that a statement reads, in conditions and in variables. */
const keysOf = (statement: Statement): string[] => [
  ...Object.values(statement.Condition ?? {}).flatMap((wanted) => Object.keys(wanted)),
  ...[...JSON.stringify(statement).matchAll(/\$\{([^},]+)/g)].map(([, key = '']) => key),
]

/**
 * What the statements read that could decide on a request: condition keys, and `resource`, so that a form asks for nothing
 * else. A statement that what the request says rules out does not count.
 */
export function keysFor(gates: readonly Gate[], request: Request): string[] {
  const open = { ...request, unknown: true }
  const statements = gates.flatMap((gate) => gate.policies.flatMap(({ policy }) => policy.Statement))
  const keys = statements
    .filter(
      (statement) =>
        namesAction(statement, request.action) &&
        resourcesOf(open).some((resource) => applies(statement, resource, open) !== false),
    )
    .flatMap((statement) => {
      const resource = appliesTo(statement, null, open) === true ? [] : ['resource']
      return [...keysOf(statement), ...resource]
    })
  return [...new Set(keys)]
}

/** @returns a function that decides on requests. It remembers which statements name an action. */
export function decider(gates: readonly Gate[]): (request: Request) => Verdict {
  const all = gates.map((gate) => ({
    gate,
    places: gate.policies.flatMap(({ name, policy }) =>
      policy.Statement.map(
        (statement, at): Place => ({ policy: name, sid: statement.Sid ?? `${at + 1}`, statement }),
      ),
    ),
  }))
  const known = new Map<string, { gate: Gate; denies: Place[]; allows: Place[] }[]>()
  const of = (action: string) => {
    let found = known.get(action)
    if (!found) {
      found = all.map(({ gate, places }) => {
        const named = places.filter(({ statement }) => namesAction(statement, action))
        return {
          gate,
          denies: named.filter(({ statement }) => statement.Effect === 'Deny'),
          allows: named.filter(({ statement }) => statement.Effect === 'Allow'),
        }
      })
      known.set(action, found)
    }
    return found
  }
  return (request) => {
    if (request.action.toLowerCase() === needsNoPermission) return { verdict: 'allowed', by: [] }
    const doubts: Extract<Verdict, { verdict: 'cannot tell' }>[] = []
    const allowing: Place[] = []
    for (const { gate, denies, allows } of of(request.action)) {
      for (const resource of resourcesOf(request)) {
        let denied: Place | undefined
        for (const place of denies) {
          const truth = applies(place.statement, resource, request)
          if (truth === true) denied = place
          else if (truth) doubts.push({ verdict: 'cannot tell', gate: gate.name, by: place, missing: truth })
          if (denied) return { verdict: 'denied', gate: gate.name, by: denied }
        }
        if (gate.kind === 'guard') continue
        let best: Truth = false
        let by: Place | undefined
        for (const place of allows) {
          const truth = applies(place.statement, resource, request)
          if (truth === false || best === true) continue
          if (truth === true || best === false) [best, by] = [truth, place]
        }
        if (best === false || !by) return { verdict: 'denied', gate: gate.name, by: null }
        if (best === true) allowing.push(by)
        else doubts.push({ verdict: 'cannot tell', gate: gate.name, by, missing: best })
      }
    }
    return doubts[0] ?? { verdict: 'allowed', by: allowing }
  }
}

/** What the statements that name an action ask for: requests that agree in it are decided alike. */
export function askedBy(gates: readonly Gate[], action: string): { keys: string[]; resource: boolean } {
  const statements = gates
    .flatMap((gate) => gate.policies.flatMap(({ policy }) => policy.Statement))
    .filter((statement) => namesAction(statement, action))
  return {
    keys: [...new Set(statements.flatMap(keysOf))],
    resource: statements.some(
      ({ Resource, NotResource }) => NotResource !== undefined || !list(Resource ?? '*').includes('*'),
    ),
  }
}
