// The kit's policies as data for the gates of packages/guardrails/evaluate.ts: the checks, the build and the page that answers questions
// use the same. It imports only types and the evaluator, so that it can run in a browser.
import type { Gate, Policy } from 'scp-dry-run'
import type { Holder } from './policy-cases.ts'

/** A gate with the places of its policies in `PolicySet.policies`. */
interface GateOf {
  name: string
  policies: number[]
  /** A long policy of AWS that is attached, too, and that is not in the set. */
  reads?: string
  /** Actions that the long policy is known not to allow. */
  lacks?: readonly string[]
}

export interface PolicySet {
  /** Each policy once. `name` is its file, or says that it is AWS's. */
  policies: { name: string; policy: Policy }[]
  /** Service control policies by target: `root` or a unit. */
  guards: Record<string, number[]>
  /** Policies of buckets, which every request of a member account meets. */
  buckets: GateOf
  /** The gates that allow, by who asks, in their order. */
  grants: Record<Holder, GateOf[]>
}

/**
 * The gates that a request passes, in their order.
 * @param unit of the account. Service control policies do not limit the account of `management`.
 */
export function gatesOf(set: PolicySet, unit: string, holder: Holder): Gate[] {
  const gate = (kind: Gate['kind'], { name, policies }: GateOf): Gate => ({
    name,
    kind,
    policies: policies.flatMap((at) => set.policies[at] ?? []),
  })
  const guard = (target: string) => gate('guard', { name: target, policies: set.guards[target] ?? [] })
  return [
    ...(unit === 'management' ? [] : [guard('root'), guard(unit), gate('guard', set.buckets)]),
    ...set.grants[holder].map((grant) => gate('grant', grant)),
  ]
}

/**
 * The gates of each unit: the root's policies and its own.
 * @param attachments names of policies by target
 * @param policies the attached ones, among others, by the names of their files
 */
export const gatesByUnit = (
  attachments: Readonly<Record<string, readonly string[]>>,
  policies: Gate['policies'],
): Record<string, Gate[]> => {
  const guard = (target: string): Gate => ({
    name: target,
    kind: 'guard',
    policies: (attachments[target] ?? []).flatMap((attached) =>
      policies.filter(({ name }) => name === `organization/scp-${attached}.json`),
    ),
  })
  const units = Object.keys(attachments).filter((target) => target !== 'root')
  return Object.fromEntries(units.map((unit) => [unit, [guard('root'), guard(unit)]]))
}
