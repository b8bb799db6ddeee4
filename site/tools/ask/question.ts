// A question to the organization, its query in the page's address, and its answer. The build and the browser run the same.

import {
  type Asker,
  type Case,
  type Decision,
  decide,
  gateNames,
  gatesFor,
  type Holder,
  isAssumeRole,
  type PolicySet,
  people,
  roleNames,
  sessionIn,
  withPrincipal,
} from 'kit-reader/policies'
import { decider, type Gate, keysFor, type Request } from 'scp-dry-run'

/** What the page knows about the organization. A question names nothing else. */
export interface Organization {
  policySet: PolicySet
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
  /** A region of the list, `absent`, or empty if unknown. */
  region: string
  /** Anything but a complete ARN counts as unknown. */
  resource: string
  /** One of its values, or `absent`, by condition key. A key that is left out is unknown, or as `usual` says. */
  conditions: Record<string, string>
}

export const holders: readonly Holder[] = [...(Object.keys(people) as Holder[]), ...roleNames]

/** The value of a key that a request is known not to have. */
export const absent = 'absent'
const regionKey = 'aws:RequestedRegion'

/**
 * The keys of a usual session. A question that does not name them is about a current employee, not in a central root session, over
 * TLS.
 */
export const usual: Record<string, string> = {
  'aws:AssumedRoot': absent,
  'aws:SecureTransport': 'true',
  'identitystore:userId': absent,
}

/** Characters. No real action and no ARN of the kit is longer. */
const limits = { query: 8000, action: 128, resource: 1024 }

/** Keeps printable ASCII, in one line. */
const cleanText = (text: string, limit: number) =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, limit)
    .trim()

/**
 * Reads a question from the query of an address. Accounts, holders, regions and values are always from the organization's lists, and
 * texts are limited, whatever the query says. The default question fills in what the query lacks.
 */
export function readQuestion(query: string, organization: Organization, defaults: Question): Question {
  const params = new URLSearchParams(query.slice(0, limits.query))
  const { accounts, regions, values } = organization
  const listed = <T extends string>(name: string, list: readonly string[], fallback: T) => {
    const value = params.get(name) ?? ''
    return list.includes(value) ? (value as T) : fallback
  }
  const account = listed(
    'account',
    accounts.map(({ name }) => name),
    defaults.account,
  )
  const who = listed('who', holders, defaults.who)
  // The other fields belong to an action, so another action does not inherit them.
  if (!params.has('action')) return { ...defaults, account, who }
  const conditions = Object.entries(values).flatMap(([key, list]) => {
    const value = listed(key, [...list, absent], '')
    return value ? [[key, value]] : []
  })
  return {
    account,
    who,
    action: cleanText(params.get('action') ?? '', limits.action),
    region: listed('region', [...regions, absent], ''),
    resource: cleanText(params.get('resource') ?? '', limits.resource),
    conditions: Object.fromEntries(conditions),
  }
}

/** The value of a condition key in a question, or an empty text if it is unknown. */
export const valueOfKey = ({ conditions }: Question, key: string): string =>
  conditions[key] ?? usual[key] ?? ''

/** Leaves out what is unknown or usual, so that links stay short. */
export function toQuery({ account, who, action, region, resource, conditions }: Question): URLSearchParams {
  const unusual = Object.entries(conditions).filter(([key, value]) => value !== (usual[key] ?? ''))
  const fields = Object.entries({ account, who, action, region, resource })
  return new URLSearchParams([...fields.filter(([name, value]) => value || name === 'action'), ...unusual])
}

export const unitOf = (account: string, { accounts }: Organization) =>
  accounts.find(({ name }) => name === account)?.unit ?? 'management'

const askerOf = ({ account, who }: Question, organization: Organization): Asker => ({
  account,
  holder: who,
  unit: unitOf(account, organization),
})

/**
 * Whether a text is the complete ARN of one resource ("Format of ARNs" in the IAM User Guide). A statement would not match a part
 * of an ARN, and a pattern may stand for a resource that a statement protects. But AWS itself asks for `volume/*` where the volume
 * does not exist yet.
 */
export const isCompleteArn = (resource: string): boolean =>
  /^arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:(\d{12}|aws)?:[^*?]+$/.test(
    resource.replace(/:volume\/\*$/, ':volume/new'),
  )

/** A request with the chosen conditions. A chosen value may be `absent`. */
const requestWith = ({ action, resource }: Question, chosen: Record<string, string>): Request => ({
  action,
  resources: isCompleteArn(resource) ? [resource] : null,
  context: Object.fromEntries(
    Object.entries(chosen).map(([key, value]) => [key, value === absent ? null : value]),
  ),
  leftOut: 'not asked',
})

const requestOf = (question: Question): Request =>
  requestWith(question, {
    ...usual,
    ...question.conditions,
    ...(question.region && { [regionKey]: question.region }),
  })

/** The keys that the gates of the question read, besides what the request says. */
function keysOf(question: Question, request: Request, organization: Organization): string[] {
  const { policySet } = organization
  const session = sessionIn(question.account, question.who, policySet.assignments)
  if (!session) return []
  const full = withPrincipal(request, session)
  return keysFor(gatesFor(full, askerOf(question, organization), session, policySet), full)
}

/** The fields that a form needs for a question, besides account, who, action and region. */
export function fieldsFor(
  question: Question,
  organization: Organization,
): { keys: string[]; resource: boolean } {
  const decision = decideQuestion(question, organization)
  const isUnusual = (key: string) => key in question.conditions
  if (decision.verdict === 'denied' && decision.gate === 'assignment')
    return { keys: [], resource: question.resource !== '' }
  const keys = keysOf(question, requestWith(question, usual), organization)
  // The resource of the question must not hide its own field.
  const withoutResource = requestWith({ ...question, resource: '' }, usual)
  const resource =
    isAssumeRole(question.action) || keysOf(question, withoutResource, organization).includes('resource')
  return {
    keys: Object.keys(organization.values).filter((key) => keys.includes(key) || isUnusual(key)),
    resource,
  }
}

/** The question of a case of the checks. @param resource its ARN, or an empty text */
export function questionOf(
  { holder: who, action, context = {} }: Pick<Case, 'holder' | 'action' | 'context'>,
  { account, resource }: { account: string; resource: string },
  organization: Organization,
): Question {
  const question: Question = { account, who, action, region: '', resource, conditions: {} }
  for (const key of keysOf(question, requestWith(question, {}), organization)) {
    if (context[key] === undefined && usual[key]) continue
    const value = context[key] === undefined ? absent : String(context[key])
    if (key === regionKey) question.region = value
    else if (organization.values[key]) question.conditions[key] = value
  }
  return question
}

/** `none`: the request does not pass this gate. */
export type GateState = 'passes' | 'stops' | 'unclear' | 'not-reached' | 'none'
const gateIds = ['assignment', 'root', 'unit', 'buckets', 'boundary', 'own', 'trust'] as const
export type GateId = (typeof gateIds)[number]

export interface Answer {
  /** Null if the request cannot be decided because AWS does not have its action. */
  decision: Decision | null
  /** Every gate, in the order in which requests pass them. `policies` are the names of files. */
  gates: { id: GateId; state: GateState; policies: string[] }[]
}

export const gateIdOf = (name: string): GateId =>
  name === 'assignment'
    ? name
    : (gateIds.find((id) => id in gateNames && gateNames[id as 'root'] === name) ?? 'unit')

const decideQuestion = (question: Question, organization: Organization): Decision =>
  decide(requestOf(question), askerOf(question, organization), organization.policySet)

export function answer(question: Question, organization: Organization): Answer {
  const asker = askerOf(question, organization)
  const decision = decideQuestion(question, organization)
  const { session } = decision
  const request = session ? withPrincipal(requestOf(question), session) : requestOf(question)
  const gates = session ? gatesFor(request, asker, session, organization.policySet) : []
  const stop = decision.verdict === 'denied' ? decision.gate : null
  let isStopped = stop === 'assignment'
  const stateOf = (gate: Gate): GateState => {
    if (isStopped) return 'not-reached'
    isStopped = gate.name === stop
    if (isStopped) return 'stops'
    return decider([gate])(request).verdict === 'allowed' ? 'passes' : 'unclear'
  }
  const states = gates
    // Most requests cannot reach the state buckets.
    .filter((gate) => gate.name !== gateNames.buckets || keysFor([gate], request).length > 0)
    .map((gate) => ({
      id: gateIdOf(gate.name),
      state: stateOf(gate),
      policies: [...new Set(gate.policies.map(({ name }) => name))],
    }))
  const isKnownGate = (id: GateId) =>
    asker.unit === 'management' ? id === 'own' : ['root', 'unit', 'own'].includes(id)
  const stateWithoutSession = (id: GateId): GateState => (isKnownGate(id) ? 'not-reached' : 'none')
  return {
    decision,
    gates: gateIds.map((id) => {
      const state = stop === 'assignment' ? 'stops' : 'passes'
      if (id === 'assignment') return { id, state, policies: [] }
      const gate = states.find((other) => other.id === id)
      return gate ?? { id, state: session ? 'none' : stateWithoutSession(id), policies: [] }
    }),
  }
}

/** The answer for an action that AWS does not have. It is not evaluated, so every gate stays unmarked. */
export const withoutDecision = ({ gates }: Answer): Answer => ({
  decision: null,
  gates: gates.map((gate) => ({ ...gate, state: gate.state === 'none' ? 'none' : 'not-reached' })),
})
