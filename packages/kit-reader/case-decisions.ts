// Decides the requests of policy-cases.ts by the kit's policies.
import { matches, type Statement, type StatementDocument } from 'scp-dry-run'
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

/** The kit's checks allow no case that its policies leave open. */
type Decided = Exclude<Decision, { verdict: 'cannot tell' }>

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

/** Which sentence says what decided, and the values of its parts in braces. content/policies.ts has the sentences. */
export interface Reason {
  name: 'noAccess' | 'onlySet' | 'noRole' | 'rootUser' | 'denied' | 'nothing' | 'trust' | 'allowed' | 'always'
  values: Record<string, string>
}

export function reasonOf(decision: Decided, { holder, account }: Asker): Reason {
  if (decision.verdict === 'allowed')
    return decision.by ? { name: 'allowed', values: valuesOf(decision.by) } : { name: 'always', values: {} }
  switch (decision.reason) {
    case 'assignment': {
      if (!isPerson(holder)) return { name: 'noRole', values: { holder, account } }
      const { group } = people[holder]
      if (!decision.session) return { name: 'noAccess', values: { group, account } }
      return { name: 'onlySet', values: { group, account, set: decision.session.name } }
    }
    case 'root user':
      return { name: 'rootUser', values: {} }
    case 'statement':
      return { name: 'denied', values: { ...valuesOf(decision.by), at: decision.gate } }
    case 'no allow':
      return { name: 'nothing', values: { at: decision.gate } }
    case 'trust policy':
      return { name: 'trust', values: { file: decision.trust.file } }
  }
}

const valuesOf = ({ sid, hasSid, policy }: Statement) => ({
  sid: hasSid ? sid : `Statement ${sid}`,
  file: policy,
})

/** The text that decided: a statement as JSON, or the rows of a group in the access matrix. Empty if there is none. */
export function textOf(
  decision: Decided,
  { holder }: Asker,
  action: string,
  { access }: Assignments,
): string {
  if (decision.verdict === 'allowed')
    return decision.by ? jsonOf(shortened(decision.by.document, action)) : ''
  if (decision.reason === 'statement') return jsonOf(shortened(decision.by.document, action))
  if (decision.reason === 'trust policy') return decision.trust.policy.Statement.map(jsonOf).join('\n')
  const group = decision.reason === 'assignment' && isPerson(holder) ? people[holder].group : ''
  return access[group]?.text ?? ''
}

/** More names than anybody reads. A statement of the kit has fewer. */
const mostNames = 100

/** A statement with the names that match the action, if its list of actions is very long, as AWS's are. */
function shortened(statement: StatementDocument, action: string): object {
  const { Action } = statement
  if (!Array.isArray(Action) || Action.length <= mostNames) return statement
  const matching = Action.filter((pattern) => matches(pattern.toLowerCase(), action.toLowerCase()))
  return { ...statement, Action: [...matching, `… ${Action.length - matching.length} more`] }
}

/** JSON with each list of names as one paragraph. */
const jsonOf = (value: object) =>
  JSON.stringify(value, null, 2).replace(
    /\[\n\s+([^[\]]*?)\n\s+\]/g,
    (_, names: string) => `[${names.replace(/,\n\s+/g, ', ')}]`,
  )
