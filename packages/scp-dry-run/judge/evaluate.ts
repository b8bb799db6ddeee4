// The rules of IAM ("Policy evaluation logic" in the IAM User Guide), with three values.

import type { Policy, PolicyType, Statement } from '../policy/policy.ts'
import { needsPermission } from './exemptions.ts'
import { missingFrom, type Request, resourcesOf } from './request.ts'
import { every, isTrue, type Missing, not, type Truth, unknownWithout } from './truth.ts'

/** Policies of one type. A request has to pass every gate. */
export interface Gate {
  name: string
  type: PolicyType
  /** `guard`: passes unless a statement denies. `grant`: passes if a statement allows, and none denies. */
  kind: 'guard' | 'grant'
  policies: readonly Policy[]
  /** Whether the gate leaves a request alone. */
  exempts?: (request: Request) => boolean
}

export type Verdict =
  /** `by` is null where no statement of the gate allows the request. */
  | { verdict: 'denied'; gate: string; action: string; by: Statement | null }
  /** `by`: the statement that might deny, or that might not allow. `missing`: what would decide. */
  | { verdict: 'cannot tell'; gate: string; action: string; by: Statement; missing: readonly Missing[] }
  /** `by`: the statements that allow. Empty where no policy has to. */
  | { verdict: 'allowed'; by: readonly Statement[] }

/** @param resource of the request; null if unknown */
function coversResource({ resources }: Statement, resource: string | null, request: Request): Truth {
  if (!resources) return isTrue
  const { isAny, negated, isAmong } = resources
  const truth = isAny
    ? isTrue
    : resource === null
      ? unknownWithout([missingFrom('resource', request)])
      : isAmong(resource, request)
  return negated ? not(truth) : truth
}

const ofUnknown = ({ unknown }: Statement): Truth =>
  unknown.length === 0
    ? isTrue
    : unknownWithout(unknown.map(({ field }) => ({ name: field, why: 'not known' })))

/** Whether a statement that names the action applies. */
function applies(statement: Statement, resource: string | null, request: Request): Truth {
  const covers = coversResource(statement, resource, request)
  if (covers.is === 'false') return covers
  const { principal, conditions } = statement
  const tests = [
    () => principal?.(request) ?? isTrue,
    ...conditions.map(
      ({ holds }) =>
        () =>
          holds(request),
    ),
  ]
  return every([() => covers, ...tests, () => ofUnknown(statement)], (test) => test())
}

/** The condition keys that a statement reads, in conditions and in variables. */
export const keysIn = ({ conditions, resources, principal }: Statement): string[] => [
  ...conditions.flatMap(({ keys }) => keys),
  ...(resources?.keys ?? []),
  ...(principal ? ['aws:PrincipalArn'] : []),
]

/** The statements of the gates that name an action. */
const statementsNaming = (action: string, gates: readonly Gate[]): Statement[] => {
  const lower = action.toLowerCase()
  return gates
    .flatMap(({ policies }) => policies.flatMap(({ statements }) => statements))
    .filter((statement) => statement.namesAction(lower))
}

/** Whether a statement covers some resources and not others. */
export const readsResource = ({ resources }: Statement): boolean => resources !== null && !resources.isAny

/**
 * The condition keys, and `resource`, that can still decide a request, so that a form asks for nothing else. What the request
 * already says may rule a statement out.
 */
export function keysFor(gates: readonly Gate[], request: Request): string[] {
  const open: Request = { ...request, leftOut: 'not asked' }
  const keys = statementsNaming(request.action, gates)
    .filter((statement) =>
      resourcesOf(open).some((resource) => applies(statement, resource, open).is !== 'false'),
    )
    .flatMap((statement) => [...keysIn(statement), ...(readsResource(statement) ? ['resource'] : [])])
  return [...new Set(keys)]
}

interface Applying {
  by: Statement
  /** Null if it applies for certain. */
  missing: readonly Missing[] | null
}

/** The first statement that applies to the request, or else the first that might. */
function firstApplying(
  statements: readonly Statement[],
  resource: string | null,
  request: Request,
): Applying | null {
  let possible: Applying | null = null
  for (const by of statements) {
    const truth = applies(by, resource, request)
    if (truth.is === 'true') return { by, missing: null }
    if (truth.is === 'unknown') possible ??= { by, missing: truth.missing }
  }
  return possible
}

/** The role that a request passes is judged as a request of its own ("Granting a user permissions to pass a role"). */
const passing = (request: Request, role: string): Request => ({
  ...request,
  action: 'iam:PassRole',
  resources: [role],
  // The keys of iam:PassRole are not those of the request, so that one which is left out is not absent.
  leftOut: request.leftOut === 'not recorded' ? 'not recorded' : 'not asked',
})

/** @returns a function that decides requests. It remembers which statements name an action. */
export function decider(gates: readonly Gate[]): (request: Request) => Verdict {
  const gatesForAction = (action: string) =>
    gates.map((gate) => {
      const naming = statementsNaming(action, [gate])
      return {
        ...gate,
        denies: naming.filter(({ effect }) => effect !== 'Allow'),
        allows: naming.filter(({ effect }) => effect !== 'Deny'),
      }
    })
  const remembered = new Map<string, ReturnType<typeof gatesForAction>>()

  const decideAction = (request: Request): Verdict => {
    const { action } = request
    if (!needsPermission(action)) return { verdict: 'allowed', by: [] }
    const actionGates = remembered.get(action) ?? gatesForAction(action)
    remembered.set(action, actionGates)
    // A later gate may still deny for certain, so the first doubt waits until all gates are passed.
    let doubt: Verdict | undefined
    const allowing: Statement[] = []
    for (const { name: gate, kind, denies, allows, exempts } of actionGates) {
      if (exempts?.(request)) continue
      for (const resource of resourcesOf(request)) {
        const deny = firstApplying(denies, resource, request)
        if (deny && !deny.missing) return { verdict: 'denied', gate, action, by: deny.by }
        if (deny?.missing)
          doubt ??= { verdict: 'cannot tell', gate, action, by: deny.by, missing: deny.missing }
        if (kind === 'guard') continue
        const allow = firstApplying(allows, resource, request)
        if (!allow) return { verdict: 'denied', gate, action, by: null }
        if (allow.missing)
          doubt ??= { verdict: 'cannot tell', gate, action, by: allow.by, missing: allow.missing }
        else allowing.push(allow.by)
      }
    }
    return doubt ?? { verdict: 'allowed', by: allowing }
  }

  return (request) => {
    const own = decideAction(request)
    if (own.verdict === 'denied' || !request.passedRoles?.length) return own
    const passed = request.passedRoles.map((role) => decideAction(passing(request, role)))
    return (
      passed.find(({ verdict }) => verdict === 'denied') ??
      (own.verdict === 'cannot tell' ? own : passed.find(({ verdict }) => verdict === 'cannot tell')) ??
      own
    )
  }
}
