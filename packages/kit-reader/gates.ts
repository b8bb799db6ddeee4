// The kit's policies as gates for packages/scp-dry-run/judge/evaluate.ts, and what they decide. The checks, /kit/policies and the dry run use
// the same. It imports only types and the evaluator, so that it can run in a browser.
import {
  type AccountGates,
  decider,
  type Gate,
  gatesOf,
  matches,
  type Policy,
  type PolicyDocument,
  type PolicyType,
  policyOf,
  type Request,
  type Statement,
  type Verdict,
  withRegions,
} from 'scp-dry-run'
import { type Assignments, type Holder, type Session, sessionIn } from './assignment.ts'

/** The names of gates, in the order in which a request passes them. */
export const gateNames = {
  root: 'root',
  buckets: 'state buckets',
  boundary: 'permission boundary',
  own: 'own policies',
  trust: 'trust policy',
} as const

export interface NamedPolicy {
  /** Its file, or AWS's name for it. */
  name: string
  policy: PolicyDocument
}

/** The places in `PolicySet.policies` of what a session may do. */
interface SessionPolicies {
  /** Null without a permission boundary. */
  boundary: number | null
  own: number[]
}

/** Who may assume a role of the kit. */
interface TrustPolicy {
  /** A pattern of ARNs: the role exists in several accounts. */
  role: string
  file: string
  policy: PolicyDocument
}

export interface PolicySet {
  assignments: Assignments
  /** Each policy once. */
  policies: NamedPolicy[]
  /** Service control policies by target: `root` or a unit. */
  guards: Record<string, number[]>
  /** Policies of buckets, which every request of a member account meets. */
  buckets: number[]
  /** By permission set or role. */
  sessions: Record<string, SessionPolicies>
  trusts: TrustPolicy[]
  /** The log archive: its account, and a pattern of its buckets, whose names say no account. */
  logs: { account: string; buckets: string }
}

/** Where a request comes from. */
export interface Asker {
  holder: Holder
  account: string
  /** The unit of the account. Service control policies do not limit the account of `management`. */
  unit: string
}

const isAssumeRole = (action: string) => /^sts:AssumeRole/i.test(action)

/**
 * AWS refuses these to every root user, whatever the policies say (API reference of AWS STS, `AssumeRole` and `AssumeRoot`). The
 * actions that assume a role by a token of another provider need no credentials of AWS, so no root user calls them.
 */
const isClosedToRootUsers = (action: string) => /^sts:Assume(Role|Root)$/i.test(action)

/** The first resource of a request. The kit's are texts. */
const resourceOf = ({ resources }: Request): string =>
  resources?.find((resource): resource is string => typeof resource === 'string') ?? ''

/** The trust policy of the kit's role that a request assumes. */
function trustFor(request: Request, { trusts }: PolicySet): TrustPolicy | undefined {
  const { action } = request
  const resource = resourceOf(request)
  return isAssumeRole(action) && resource ? trusts.find(({ role }) => matches(role, resource)) : undefined
}

const accountIdIn = (arn: string) => arn.split(':')[4] ?? ''

/** Compiled policies by their document. The page compiles each once. */
const compiled = new WeakMap<PolicyDocument, Policy>()
function compile(name: string, document: PolicyDocument, type: PolicyType): Policy {
  const policy = compiled.get(document) ?? policyOf(document, name, type)
  compiled.set(document, policy)
  return policy
}

function gateFrom(
  set: PolicySet,
  name: string,
  type: PolicyType,
  kind: Gate['kind'],
  places: readonly number[],
): Gate {
  const policies = places.flatMap((place) => set.policies[place] ?? [])
  return { name, type, kind, policies: policies.map((one) => compile(one.name, one.policy, type)) }
}

/** Service control policies do not limit the management account. */
const isLimited = (unit: string) => unit !== 'management'

/** The gates of a session that do not belong to a resource. @param session name of a permission set or role */
function policyGates(unit: string, session: string, set: PolicySet): Gate[] {
  const { boundary = null, own = [] } = set.sessions[session] ?? {}
  const guards = [gateNames.root, unit].map((name) =>
    gateFrom(set, name, 'scp', 'guard', set.guards[name] ?? []),
  )
  return [
    ...(isLimited(unit) ? guards : []),
    ...(boundary === null ? [] : [gateFrom(set, gateNames.boundary, 'boundary', 'grant', [boundary])]),
    gateFrom(set, gateNames.own, 'identity', 'grant', own),
  ]
}

/**
 * The gates of service control policies by unit, and of `management`: the root's policies, then the unit's own.
 * @param attachments names of policies by target
 * @param policies include the attached ones, named by their files
 * @param regions that the policies allow. Null: as they are.
 */
export const scpGatesByUnit = (
  attachments: Readonly<Record<string, readonly string[]>>,
  policies: readonly NamedPolicy[],
  regions: readonly string[] | null = null,
): Record<string, AccountGates> => {
  const policyOfFile = ({ name, policy }: NamedPolicy) => {
    const compiledPolicy = compile(name, policy, 'scp')
    return regions ? withRegions(compiledPolicy, regions).policy : compiledPolicy
  }
  const level = (target: string) => ({
    name: target,
    policies: (attachments[target] ?? []).flatMap((attached) =>
      policies
        .filter(({ name }) => name === `organization/scp-${attached}.json`)
        .map((one) => ({ policy: policyOfFile(one), accounts: null })),
    ),
  })
  const units = Object.keys(attachments).filter((target) => target !== 'root')
  return {
    management: gatesOf([], '', true),
    ...Object.fromEntries(units.map((unit) => [unit, gatesOf([level('root'), level(unit)], '')])),
  }
}

/** All gates that a request passes, in their order. */
function gatesFor(request: Request, { unit }: Asker, session: Session, set: PolicySet): Gate[] {
  const gates = policyGates(unit, session.name, set)
  const guards = gates.filter(({ kind }) => kind === 'guard')
  const grants = gates.filter(({ kind }) => kind === 'grant')
  const trust = trustFor(request, set)
  return [
    ...guards,
    ...(isLimited(unit) ? [gateFrom(set, gateNames.buckets, 'resource', 'guard', set.buckets)] : []),
    ...grants,
    ...(trust ? [trustGate(trust)] : []),
  ]
}

const trustGate = ({ file, policy }: TrustPolicy): Gate => ({
  name: gateNames.trust,
  type: 'resource',
  kind: 'grant',
  policies: [compile(file, policy, 'resource')],
})

/** A policy that is not in the kit, and that has to allow the request, too. */
export type OtherPolicy = 'trust policy' | 'key policy' | 'resource policy'

export type Decision =
  /** The person has no session in the account, or one whose permission set does not allow the action. */
  | { verdict: 'denied'; reason: 'assignment'; gate: 'assignment'; session: Session | null }
  /** No policy lets a root user do this. */
  | { verdict: 'denied'; reason: 'root user'; gate: 'assignment'; session: Session }
  | { verdict: 'denied'; reason: 'statement'; gate: string; session: Session; by: Statement }
  /** No statement of the gate allows the request. */
  | { verdict: 'denied'; reason: 'no allow'; gate: string; session: Session }
  /** The trust policy of the role names somebody else. */
  | { verdict: 'denied'; reason: 'trust policy'; gate: string; session: Session; trust: TrustPolicy }
  /** `missing`: the condition keys that would decide, or `resource`. */
  | {
      verdict: 'cannot tell'
      gate: string
      session: Session
      by: Statement
      missing: readonly string[]
    }
  /** `by` is null where AWS asks no policy. */
  | { verdict: 'allowed'; session: Session; by: Statement | null; onlyIf: OtherPolicy | null }

/** Actions of KMS without a key, so that no key policy is asked (Service Authorization Reference, "Actions defined by AWS KMS"). */
const withoutKey = /^kms:(createkey|generaterandom|list(keys|aliases)|\w+customkeystores?)$/i

function otherPolicy(
  request: Request,
  { account }: Asker,
  { principal }: Session,
  set: PolicySet,
): OtherPolicy | null {
  const { action } = request
  const resource = resourceOf(request)
  if (isAssumeRole(action)) return trustFor(request, set) ? null : 'trust policy'
  if (/^kms:/i.test(action)) return withoutKey.test(action) ? null : 'key policy'
  const owner = accountIdIn(resource)
  if (matches(set.logs.buckets, resource)) return account === set.logs.account ? null : 'resource policy'
  return /^\d+$/.test(owner) && owner !== accountIdIn(principal) ? 'resource policy' : null
}

const isWithoutAllow = (verdict: Verdict) => verdict.verdict === 'denied' && verdict.by === null

/** Decides a request. The session gives its aws:PrincipalArn. */
export function decide(request: Request, asker: Asker, set: PolicySet): Decision {
  const session = sessionIn(asker.account, asker.holder, set.assignments)
  const byAssignment = { verdict: 'denied', reason: 'assignment', gate: 'assignment' } as const
  if (!session) return { ...byAssignment, session }
  const full = withPrincipal(request, session)
  const gates = gatesFor(full, asker, session, set)
  // A smaller permission set than usual stops the person, whatever else would stop them.
  const own = gates.filter(({ name }) => name === gateNames.own)
  if (session.isOtherSet && isWithoutAllow(decider(own)(full))) return { ...byAssignment, session }
  const verdict = decider(gates)(full)
  if (verdict.verdict !== 'denied' && asker.holder === 'root user' && isClosedToRootUsers(request.action))
    return { ...byAssignment, reason: 'root user', session }
  if (verdict.verdict === 'cannot tell') {
    const { gate, by, missing } = verdict
    // Only a request of a trail may be without a resource, and so has no statement.
    if (by) return { verdict: 'cannot tell', gate, by, session, missing: missing.map(({ name }) => name) }
  }
  if (verdict.verdict === 'allowed') {
    const by = verdict.by.at(-1) ?? null
    return { verdict: 'allowed', session, by, onlyIf: by && otherPolicy(full, asker, session, set) }
  }
  const { gate, by } = verdict
  if (by) return { verdict: 'denied', reason: 'statement', gate, session, by }
  const trust = gate === gateNames.trust ? trustFor(full, set) : undefined
  if (trust) return { verdict: 'denied', reason: 'trust policy', gate, session, trust }
  return { verdict: 'denied', reason: 'no allow', gate, session }
}

/** A request with the session's aws:PrincipalArn. */
const withPrincipal = (request: Request, { principal }: Session): Request => ({
  ...request,
  context: { 'aws:PrincipalArn': principal, ...request.context },
})
