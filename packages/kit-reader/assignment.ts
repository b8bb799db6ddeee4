// Who has a session in which account: people by the access matrix, roles where the kit or AWS makes them. It imports only types,
// so that it can run in a browser.
import type { GroupAccess } from './permission-sets.ts'

/** The file of the access matrix. */
export const accessFile = 'iam-identity-center/terraform.tfvars.example'

/** People by their job: their group in the access matrix, and the permission set that the job needs. */
export const people = {
  administrator: { group: 'platform', set: 'Administrator' },
  'emergency administrator': { group: 'prod-emergency', set: 'Administrator' },
  developer: { group: 'developers', set: 'PowerUser' },
  'security operator': { group: 'security', set: 'SecurityOperator' },
  'log reader': { group: 'security', set: 'LogReader' },
} as const
export type Person = keyof typeof people

export type RoleName =
  | 'application role'
  | 'deploy role'
  | 'plan role'
  | 'core plan role'
  | 'role of iam-identity-center'
  | 'break-glass'
  | 'management role'
  | 'StackSets role'
  | 'root user'

/** Who sends a request. */
export type Holder = Person | RoleName
export const isPerson = (holder: Holder): holder is Person => holder in people

interface Role {
  /** Its ARN in a member account, or in the management account if it exists only there. */
  arn: string
  /** `members`: all accounts but the management account. */
  accounts: 'every account' | 'the management account' | 'members' | readonly string[]
  /** The template that makes it, or null. */
  file: string | null
}

/** What the kit says about sessions. */
export interface Assignments {
  /** Rows of the access matrix by group. */
  access: Record<string, GroupAccess>
  roles: Record<RoleName, Role>
  managementAccountId: string
}

export interface Session {
  /** The permission set, or the role. Its policies have this name in `PolicySet.sessions`. */
  name: string
  /** The ARN that conditions on aws:PrincipalArn see. */
  principal: string
  /** The person has another permission set here than the one that their job needs. */
  isOtherSet: boolean
}

/** All member accounts of the example have this id: no policy tells them apart. */
export const memberAccountId = '111122223333'
export const memberRole = (path: string) => `arn:aws:iam::${memberAccountId}:role/${path}`
const sessionOfSet = (set: string) =>
  memberRole(`aws-reserved/sso.amazonaws.com/AWSReservedSSO_${set}_0a1b2c3d`)

function hasRole({ accounts }: Role, account: string): boolean {
  if (accounts === 'every account') return true
  if (accounts === 'the management account') return account === 'management'
  if (accounts === 'members') return account !== 'management'
  return accounts.includes(account)
}

/** @returns null if the holder has no session in the account */
export function sessionIn(account: string, holder: Holder, assignments: Assignments): Session | null {
  if (!isPerson(holder)) {
    const role = assignments.roles[holder]
    if (!hasRole(role, account)) return null
    const isRootUser = account === 'management' && holder === 'root user'
    const principal = isRootUser
      ? role.arn.replace(memberAccountId, assignments.managementAccountId)
      : role.arn
    return { name: holder, principal, isOtherSet: false }
  }
  const { group, set: usual } = people[holder]
  const sets = assignments.access[group]?.accounts[account] ?? []
  const set = sets.includes(usual) ? usual : sets[0]
  return set === undefined ? null : { name: set, principal: sessionOfSet(set), isOtherSet: set !== usual }
}
