// The levels of an organization, from its root to the account, as gates that a request of an account passes.

import type { Policy, PolicyType } from '../policy/policy.ts'
import type { Gate } from './evaluate.ts'
import { isExempt } from './exemptions.ts'

export interface Attachment {
  policy: Policy
  /** The accounts that it applies to. Null: all. */
  accounts: readonly string[] | null
}

/** The root comes first, the account itself last. */
export interface Level {
  name: string
  policies: readonly Attachment[]
}

export interface AccountGates {
  gates: readonly Gate[]
  isManagement: boolean
  /** Where only Deny documents were given, AWS's policy is assumed, as it is attached until somebody detaches it. */
  assumed: readonly { level: string; policy: 'FullAWSAccess' | 'RCPFullAWSAccess' }[]
}

const ofIdentity = ['boundary', 'identity', 'session'] as const
const names = {
  boundary: 'permission boundary',
  identity: 'identity policies',
  session: 'session policies',
}

const allows = ({ statements }: Policy) => statements.some(({ effect }) => effect !== 'Deny')

/**
 * The gates of one account. At each level something has to allow, and nothing may deny ("SCP evaluation" in the AWS Organizations
 * User Guide). Permission boundaries, identity policies and session policies are gates of their own, whatever their level.
 * @param isManagement service and resource control policies do not limit the management account
 */
export function gatesOf(levels: readonly Level[], account: string, isManagement = false): AccountGates {
  const assumed: AccountGates['assumed'][number][] = []
  const applying = levels.map(({ name, policies }) => ({
    name,
    policies: policies
      .filter(({ accounts }) => accounts === null || accounts.includes(account))
      .map(({ policy }) => policy),
  }))
  const gate = (name: string, type: PolicyType, kind: Gate['kind'], policies: readonly Policy[]): Gate => ({
    ...{ name, type, kind, policies },
    exempts: (request) => isExempt(type, request),
  })
  const ofType = (type: PolicyType, among: readonly Policy[]) =>
    among.filter((policy) => policy.type === type)
  const organization = applying.flatMap(({ name, policies }) =>
    (['scp', 'rcp'] as const).flatMap((type): Gate[] => {
      const own = ofType(type, policies)
      if (own.length === 0) return []
      const isGrant = type === 'scp' && own.some(allows)
      if (!isGrant)
        assumed.push({ level: name, policy: type === 'scp' ? 'FullAWSAccess' : 'RCPFullAWSAccess' })
      return [gate(name, type, isGrant ? 'grant' : 'guard', own)]
    }),
  )
  const identity = ofIdentity.flatMap((type): Gate[] => {
    const own = ofType(
      type,
      applying.flatMap(({ policies }) => policies),
    )
    return own.length === 0 ? [] : [gate(names[type], type, 'grant', own)]
  })
  return isManagement
    ? { gates: identity, isManagement, assumed: [] }
    : { gates: [...organization, ...identity], isManagement, assumed }
}

/**
 * Remembers the gates of accounts, so that accounts with the same policies share them: an organization may have thousands.
 * @param management the management accounts
 */
export function accountGates(
  levels: readonly Level[],
  management: ReadonlySet<string> = new Set(),
): (account: string) => AccountGates {
  const byAccount = new Map<string, AccountGates>()
  const bySignature = new Map<string, AccountGates>()
  const named = new Set(levels.flatMap(({ policies }) => policies.flatMap(({ accounts }) => accounts ?? [])))
  return (account) => {
    const before = byAccount.get(account)
    if (before) return before
    const isManagement = management.has(account)
    const applying = named.has(account)
      ? levels.flatMap(({ policies }) =>
          policies.map(({ accounts }) => Number(!accounts || accounts.includes(account))),
        )
      : []
    const signature = `${isManagement} ${applying.join('')}`
    const gates = bySignature.get(signature) ?? gatesOf(levels, account, isManagement)
    bySignature.set(signature, gates)
    byAccount.set(account, gates)
    return gates
  }
}

/**
 * https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html. One is taken by FullAWSAccess. Before May
 * 2026, both were 5 (https://aws.amazon.com/about-aws/whats-new/2026/05/aws-organizations-increased-scp-quotas/).
 */
const mostPolicies = { scp: 10, rcp: 5 }

/** @returns sentences about what AWS would not attach: too many policies of one type at a level of one account */
export function levelWarnings(levels: readonly Level[]): string[] {
  return levels.flatMap(({ name, policies }) => {
    const accounts = new Set(policies.flatMap(({ accounts }) => accounts ?? []))
    const targets = accounts.size > 0 ? [...accounts] : ['']
    return (['scp', 'rcp'] as const).flatMap((type) => {
      const counts = targets.map((account) => {
        const own = policies.filter(
          ({ policy, accounts }) => policy.type === type && (accounts?.includes(account) ?? true),
        )
        return own.length + Number(!(type === 'scp' && own.some(({ policy }) => allows(policy))))
      })
      const most = Math.max(...counts)
      const full = type === 'scp' ? 'FullAWSAccess' : 'RCPFullAWSAccess'
      return most > mostPolicies[type]
        ? `The level ${name} has ${most} policies of the type ${type}, counting ${full}, and AWS attaches at most ${mostPolicies[type]}.`
        : []
    })
  })
}
