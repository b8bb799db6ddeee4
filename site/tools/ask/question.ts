// A question to the organization, as the query of the page's address, and its answer. The build and the browser run the same.

import { type Case, gatesOf, type Holder, type PolicySet } from 'kit-reader/policies'
import { decider, type Gate, keysFor, type Request, type Statement } from 'scp-dry-run'

/** What the page knows about the organization. All names of a question are from these lists. */
export interface Organization {
  policySet: PolicySet
  principals: Record<Holder, string>
  /** The management account is in the unit `management`. */
  accounts: { name: string; unit: string }[]
  regions: readonly string[]
  /** For each condition key, the values that a visitor can choose. */
  values: Record<string, readonly string[]>
}

export interface Question {
  account: string
  who: Holder
  action: string
  /** Of the list, `absent`, or empty: not known. */
  region: string
  /** A text that is no whole ARN is not known. */
  resource: string
  /** By condition key, one of its values, or `absent`. A key that is left out is not known. */
  conditions: Record<string, string>
}

/** The value of a key that a request is known not to have. */
export const absent = 'absent'
const regionKey = 'aws:RequestedRegion'

/**
 * Keys that a usual session has or does not have. A question that says nothing about them is about a usual session: signed in as
 * somebody who has not left, not a central root session, over TLS.
 */
export const usual: Record<string, string> = {
  'aws:AssumedRoot': absent,
  'aws:SecureTransport': 'true',
  'identitystore:userId': absent,
}

/** Roles of the management account, which service control policies never limit, and roles that only the other accounts have. */
const onlyInManagement: readonly Holder[] = ['core plan role', 'role of iam-identity-center']
const onlyInMembers: readonly Holder[] = ['management role', 'StackSets role']
export const isIn = (who: Holder, account: string): boolean =>
  !(account === 'management' ? onlyInMembers : onlyInManagement).includes(who)

/** Characters, more than any real action or ARN of the kit has. More is cut, and so is a longer query. */
const limits = { query: 8000, action: 128, resource: 1024 }

/** Letters, digits and signs in one line. */
const line = (text: string, limit: number) =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, limit)
    .trim()

/**
 * Reads a question from the query of an address. Whatever the query says, the result has only names from the lists, an account
 * that has who asks, and text of limited length. What is missing or unknown has the value of `otherwise`.
 */
export function readQuestion(query: string, organization: Organization, otherwise: Question): Question {
  const given = new URLSearchParams(query.slice(0, limits.query))
  const { accounts, principals, regions, values } = organization
  const among = <T extends string>(name: string, list: readonly string[], other: T) => {
    const value = given.get(name) ?? ''
    return list.includes(value) ? (value as T) : other
  }
  const isAsked = given.has('action')
  const conditions = Object.entries(values).flatMap(([key, list]) => {
    const value = among(key, [...list, absent], '')
    return value ? [[key, value]] : []
  })
  const who = among('who', Object.keys(principals), otherwise.who)
  return {
    account: among(
      'account',
      accounts.map(({ name }) => name).filter((name) => isIn(who, name)),
      isIn(who, otherwise.account) ? otherwise.account : 'management',
    ),
    who,
    action: isAsked ? line(given.get('action') ?? '', limits.action) : otherwise.action,
    region: among('region', [...regions, absent], isAsked ? '' : otherwise.region),
    resource: isAsked ? line(given.get('resource') ?? '', limits.resource) : otherwise.resource,
    conditions: isAsked ? Object.fromEntries(conditions) : otherwise.conditions,
  }
}

/** The value of a condition key in a question, or empty: not known. */
export const choiceOf = ({ conditions }: Question, key: string): string => conditions[key] ?? usual[key] ?? ''

/** What is not known or usual is left out. */
export function toQuery({ account, who, action, region, resource, conditions }: Question): URLSearchParams {
  const unusual = Object.entries(conditions).filter(([key, value]) => value !== (usual[key] ?? ''))
  const given = Object.entries({ account, who, action, region, resource })
  return new URLSearchParams([...given.filter(([name, value]) => value || name === 'action'), ...unusual])
}

const unitOf = (account: string, { accounts }: Organization) =>
  accounts.find(({ name }) => name === account)?.unit ?? 'management'

const gatesFor = ({ account, who }: Pick<Question, 'account' | 'who'>, organization: Organization) =>
  gatesOf(organization.policySet, unitOf(account, organization), who)

/**
 * Whether a text is one resource ("Format of ARNs" in the IAM User Guide). A statement would not match part of a name, and a
 * pattern may stand for a resource that a statement protects. AWS itself asks for `volume/*` where the volume is yet to be made.
 */
export const isWholeArn = (resource: string): boolean =>
  /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(\d{12}|aws)?:[^*?]+$/.test(
    resource.replace(/:volume\/\*$/, ':volume/new'),
  )

/** What is known of a request before its conditions are chosen. */
const baseOf = ({ who, action, resource }: Question, { principals }: Organization): Request => ({
  action,
  resources: isWholeArn(resource) ? [resource] : null,
  context: { 'aws:PrincipalArn': principals[who] },
  unknown: true,
})

function requestOf(question: Question, organization: Organization): Request {
  const base = baseOf(question, organization)
  const chosen = {
    ...usual,
    ...question.conditions,
    ...(question.region && { [regionKey]: question.region }),
  }
  const given = Object.entries(chosen).map(([key, value]) => [key, value === absent ? null : value])
  return { ...base, context: { ...base.context, ...Object.fromEntries(given) } }
}

/**
 * What the page asks for, besides account, who, action and region: the condition keys of the statements that may decide, and
 * whether they ask for the resource.
 */
export function asks(question: Question, organization: Organization): { keys: string[]; resource: boolean } {
  const gates = gatesFor(question, organization)
  const base = baseOf(question, organization)
  const keys = keysFor(gates, base).filter((key) => organization.values[key])
  // A resource that is already given does not make its field disappear.
  const resource = keysFor(gates, { ...base, resources: null }).includes('resource')
  return { keys, resource }
}

/** The question of a case of the checks. @param account in the case's unit */
export function questionOf(one: Case, account: string, organization: Organization): Question {
  const { holder: who, action, resource = '', context = {} } = one
  const question: Question = { account, who, action, region: '', resource, conditions: {} }
  const gates = gatesFor(question, organization)
  for (const key of keysFor(gates, baseOf(question, organization))) {
    if (context[key] === undefined && usual[key]) continue
    const value = context[key] === undefined ? absent : String(context[key])
    if (key === regionKey) question.region = value
    else if (organization.values[key]) question.conditions[key] = value
  }
  return question
}

/** `none`: there is no such gate on the way. */
export type GateState = 'passes' | 'stops' | 'unclear' | 'not-reached' | 'none'
const gateIds = ['root', 'unit', 'buckets', 'boundary', 'own'] as const
export type GateId = (typeof gateIds)[number]

export interface Answer {
  verdict: 'denied' | 'allowed' | 'cannot tell'
  /** The gate that decided. Null if all let the request pass. */
  gate: GateId | null
  /** The statement that decided, or that is in doubt. Null: no statement allows the request. */
  by: { policy: string; sid: string; statement: Statement } | null
  /** What would tell: condition keys, or `resource`. */
  missing: readonly string[]
  /** A long policy of AWS that may allow it, and that is not here. */
  reads: string | null
  /** In the order of the way. `policies` are the names of files. */
  gates: { id: GateId; state: GateState; policies: string[] }[]
}

const idOf = (name: string): GateId =>
  name === 'root'
    ? 'root'
    : name === 'state buckets'
      ? 'buckets'
      : name === 'permission boundary'
        ? 'boundary'
        : name === 'own policies'
          ? 'own'
          : 'unit'

export function answer(question: Question, organization: Organization): Answer {
  const all = gatesFor(question, organization)
  const request = requestOf(question, organization)
  const verdict = decider(all)(request)
  const { who, action } = question
  const grant =
    verdict.verdict === 'denied' && !verdict.by
      ? organization.policySet.grants[who].find(({ name }) => name === verdict.gate)
      : undefined
  const reads = (!grant?.lacks?.includes(action) && grant?.reads) || null
  const stop = verdict.verdict === 'denied' && !reads ? verdict.gate : null
  let isPast = false
  const stateOf = (gate: Gate): GateState => {
    if (isPast) return 'not-reached'
    if (gate.name === stop) isPast = true
    if (isPast) return 'stops'
    return decider([gate])(request).verdict === 'allowed' ? 'passes' : 'unclear'
  }
  const found = all
    // The state buckets have a gate only on the way of a request that could reach one.
    .filter((gate) => idOf(gate.name) !== 'buckets' || keysFor([gate], request).length > 0)
    .map((gate) => ({
      id: idOf(gate.name),
      state: stateOf(gate),
      policies: [...new Set(gate.policies.map(({ name }) => name))],
    }))
  return {
    verdict: reads ? 'cannot tell' : verdict.verdict,
    gate: verdict.verdict === 'allowed' ? null : idOf(verdict.gate),
    by: verdict.verdict === 'allowed' ? (verdict.by.at(-1) ?? null) : verdict.by,
    missing: verdict.verdict === 'cannot tell' ? verdict.missing : [],
    reads,
    gates: gateIds.map((id) => found.find((gate) => gate.id === id) ?? { id, state: 'none', policies: [] }),
  }
}
