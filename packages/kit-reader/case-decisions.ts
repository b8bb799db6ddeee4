// Decides the requests of policy-cases.ts by the kit's policies.
import type { Statement } from 'scp-dry-run'
import { type Assignments, accessFile, isPerson, people, type RoleName, sessionIn } from './assignment.ts'
import { type Asker, type Decision, decide, gateNames, type PolicySet } from './gates.ts'
import { policySetOf } from './kit-policies.ts'
import { accountsOf } from './organization.ts'
import type { Case } from './policy-cases.ts'
import type { KitFile } from './read-kit.ts'

/** The account of a case: the one that it names, or the first of its unit in which the holder has their usual session. */
function accountOf(
  { account, unit, holder }: Case,
  accounts: ReturnType<typeof accountsOf>,
  assignments: Assignments,
): string {
  if (account) return account
  const inUnit = accounts.filter((other) => other.unit === unit).map(({ name }) => name)
  const usual = inUnit.find((name) => sessionIn(name, holder, assignments)?.isOtherSet === false)
  return usual ?? inUnit[0] ?? unit
}

/** The ARN of a case's resource. */
const resourceOf = ({ resource }: Case, { roles }: Assignments): string | undefined =>
  resource?.replace(/^\{(.+)\}$/, (_, holder: RoleName) => roles[holder].arn)

/** A case with the account and the ARN that it stands for. */
interface DecidedCase {
  asker: Asker
  resource: string | null
  principal: string | null
  decision: Decision
  /** The file or the policy of AWS that decided. */
  source: string
}

/** @returns a function that decides the request of a case */
export function deciderOf(files: KitFile[]): (policyCase: Case) => DecidedCase {
  const set = policySetOf(files)
  const accounts = accountsOf(files)
  return (policyCase) => {
    const { unit, holder, action, context = {} } = policyCase
    const resource = resourceOf(policyCase, set.assignments) ?? null
    const asker = { holder, unit, account: accountOf(policyCase, accounts, set.assignments) }
    const decision = decide({ action, resources: resource ? [resource] : null, context }, asker, set)
    const principal = decision.session?.principal ?? null
    return { asker, resource, principal, decision, source: sourceOf(decision, asker, set) }
  }
}

function sourceOf(decision: Decision, { holder }: Asker, set: PolicySet): string {
  if (decision.verdict !== 'denied' || decision.reason === 'statement') return decision.by?.policy ?? 'AWS'
  if (decision.reason === 'trust policy') return decision.trust.file
  if (decision.reason === 'root user') return 'AWS'
  if (decision.reason === 'assignment')
    return isPerson(holder) ? accessFile : (set.assignments.roles[holder].file ?? 'AWS')
  const { boundary = null, own = [] } = set.sessions[decision.session.name] ?? {}
  const place = decision.gate === gateNames.boundary ? boundary : own.at(-1)
  return set.policies[place ?? -1]?.name ?? 'AWS'
}

/** What decided: the assignment, the statement and its file, or which policies lack an allow. */
export function reasonOf(decision: Decision, { holder, account }: Asker): string {
  if (decision.verdict === 'cannot tell') return `needs ${decision.missing.join(', ')}`
  if (decision.verdict === 'denied')
    switch (decision.reason) {
      case 'assignment': {
        const [who, has] = isPerson(holder) ? [people[holder].group, 'have'] : [holder, 'has']
        return `${who} ${has} ${decision.session ? `only ${decision.session.name}` : 'no session'} in ${account}`
      }
      case 'root user':
        return 'AWS lets no root user do it'
      case 'statement':
        return nameOf(decision.by)
      case 'no allow':
        return `no statement of the ${decision.gate} allows it`
      case 'trust policy':
        return `the trust policy in ${decision.trust.file} does not name the caller`
    }
  if (!decision.by) return 'AWS asks no policy'
  return nameOf(decision.by) + (decision.onlyIf ? `, if the ${decision.onlyIf} allows it` : '')
}

const nameOf = ({ sid, hasSid, policy }: Statement) => `${hasSid ? sid : `statement ${sid}`} in ${policy}`
