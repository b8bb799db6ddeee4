// The rules of IAM ("Policy evaluation logic" in the IAM User Guide), with three values.

import { remembered } from '../names/reference.ts'
import type { Policy, PolicyType, Statement } from '../policy/policy.ts'
import { needsPermission } from './exemptions.ts'
import { missingFrom, type OtherRequest, type Request, type Target, targetsOf } from './request.ts'
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
  /** `by`: the statement that might deny, or that might not allow. Null where nothing allows a resource that the request may have. */
  | {
      verdict: 'cannot tell'
      gate: string
      action: string
      by: Statement | null
      missing: readonly Missing[]
    }
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
  const isNamed = statement.namesAction(request.action.toLowerCase()) !== null
  const covers = coversResource(statement, resource, request)
  if (covers.is === 'false') return covers
  const { principal, conditions } = statement
  const tests = [
    () => (isNamed ? isTrue : unknownWithout([{ name: 'action', why: 'not known' }])),
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

/** The statements of the gates that name an action, or may. */
const statementsNaming = (action: string, gates: readonly Gate[]): Statement[] => {
  const lower = action.toLowerCase()
  return gates
    .flatMap(({ policies }) => policies.flatMap(({ statements }) => statements))
    .filter((statement) => statement.namesAction(lower) !== false)
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
      targetsOf(open).some(({ resource }) => applies(statement, resource, open).is !== 'false'),
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

/** Names the type of a resource that is missing. */
const missingOf = (missing: readonly Missing[], { type }: Target): readonly Missing[] =>
  type
    ? missing.map((one) => (one.name === 'resource' ? { ...one, name: `resource: ${type}` } : one))
    : missing

type Denied = Extract<Verdict, { verdict: 'denied' }>

/** What is denied may not be asked for. @param missing what would say so */
const inDoubt = (verdict: Verdict, missing: (denied: Denied) => Missing): Verdict =>
  verdict.verdict === 'denied' ? { ...verdict, verdict: 'cannot tell', missing: [missing(verdict)] } : verdict

/** The verdict about all: denied if one is denied, and unknown if one is unknown. */
function allOf(verdicts: readonly Verdict[]): Verdict {
  const found = (['denied', 'cannot tell'] as const).flatMap(
    (wanted) => verdicts.find(({ verdict }) => verdict === wanted) ?? [],
  )
  return (
    found[0] ?? {
      verdict: 'allowed',
      by: verdicts.flatMap((one) => (one.verdict === 'allowed' ? one.by : [])),
    }
  )
}

/** @returns a function that decides requests. It remembers which statements name an action. */
export function decider(gates: readonly Gate[]): (request: Request) => Verdict {
  const gatesForAction = remembered((action) =>
    gates.map((gate) => {
      const naming = statementsNaming(action, [gate])
      return {
        ...gate,
        denies: naming.filter(({ effect }) => effect !== 'Allow'),
        allows: naming.filter(({ effect }) => effect !== 'Deny'),
      }
    }),
  )

  /** Decides about one resource, with its own keys. */
  const decideTarget = (target: Target, given: Request): Verdict => {
    const { action } = given
    const { resource } = target
    const request = target.context ? { ...given, context: { ...given.context, ...target.context } } : given
    // A later gate may still deny for certain, so the first doubt waits until all gates are passed.
    let doubt: Verdict | undefined
    const allowing: Statement[] = []
    for (const { name: gate, kind, type, denies, allows, exempts } of gatesForAction(action)) {
      if (exempts?.(request)) continue
      const deny = firstApplying(denies, resource, request)
      // A resource control policy is for the resources of the organization.
      const isOfOthers = type === 'rcp' && request.isForeign === true
      if (deny && !deny.missing && !isOfOthers) return { verdict: 'denied', gate, action, by: deny.by }
      if (deny) {
        const missing = deny.missing ?? [missingFrom('aws:ResourceOrgID', request)]
        doubt ??= { verdict: 'cannot tell', gate, action, by: deny.by, missing: missingOf(missing, target) }
      }
      if (kind === 'guard') continue
      const allow = firstApplying(allows, resource, request)
      if (!allow) return { verdict: 'denied', gate, action, by: null }
      if (allow.missing)
        doubt ??= {
          ...{ verdict: 'cannot tell', gate, action, by: allow.by },
          missing: missingOf(allow.missing, target),
        }
      else allowing.push(allow.by)
    }
    return doubt ?? { verdict: 'allowed', by: allowing }
  }

  /** Decides about all resources of one action. */
  const decideAction = (request: Request): Verdict => {
    if (!needsPermission(request.action)) return { verdict: 'allowed', by: [] }
    const decided = targetsOf(request).map((target) => ({ target, verdict: decideTarget(target, request) }))
    const alternatives = decided.filter(({ target }) => target.is === 'alternative')
    const areAllDenied = alternatives.every(({ verdict }) => verdict.verdict === 'denied')
    return allOf(
      decided.map(({ target, verdict }) =>
        target.is === 'certain' || (target.is === 'alternative' && areAllDenied)
          ? verdict
          : inDoubt(verdict, () => missingOf([missingFrom('resource', request)], target)[0] as Missing),
      ),
    )
  }

  const decideOther = ({ is, ...request }: OtherRequest): Verdict => {
    const verdict = decideAction(request)
    return is === 'certain' ? verdict : inDoubt(verdict, ({ action }) => missingFrom(action, request))
  }

  return (request) => {
    const own = decideAction(request)
    if (own.verdict === 'denied' || !request.others?.length) return own
    const all = allOf([own, ...request.others.map(decideOther)])
    return all.verdict === 'allowed' ? own : all
  }
}
