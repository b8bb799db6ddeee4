// Checks the resource control policies, which are off until a variable names them: their form, who is denied when both are on, and
// that no request of the kit's own table is.
import { decider, gatesOf, parse, type Request } from 'scp-dry-run'
import { awsNames as names } from 'scp-dry-run/names'
import { deciderOf } from '../case-decisions.ts'
import { withExampleValues } from '../kit-policies.ts'
import { cases } from '../policy-cases.ts'
import type { KitFile, Problem } from '../read-kit.ts'

const own = { 'aws:PrincipalOrgID': 'o-exampleorgid', 'aws:PrincipalAccount': '111122223333' }
const stranger = { 'aws:PrincipalOrgID': 'o-stranger', 'aws:PrincipalAccount': '999900001111' }
const service = { 'aws:PrincipalIsAWSService': 'true' }
const worksFor = (account: string, organization?: string) => ({
  ...service,
  'aws:SourceAccount': account,
  ...(organization && { 'aws:SourceOrgID': organization }),
})
const token = (sub: string) => ({ 'token.actions.githubusercontent.com:sub': sub })

/** Requests for a resource of a member account, with both policies on. What is not denied, the resource's own policy decides. */
// biome-ignore format: a table, with a row for each line
const rows: [title: string, action: string, context: Record<string, string>, isDenied: boolean][] = [
  ['a role of the organization reads an object', 's3:GetObject', own, false],
  ['a role of the organization assumes a role', 'sts:AssumeRole', own, false],
  ['a role of another organization reads an object', 's3:GetObject', stranger, true],
  ['an account without an organization reads an object', 's3:GetObject', { 'aws:PrincipalAccount': '999900001111' }, true],
  ['anybody reads an object of a public bucket', 's3:GetObject', {}, true],
  ['a role of another organization assumes a role', 'sts:AssumeRole', stranger, true],
  ['a role of another organization decrypts with a key', 'kms:Decrypt', stranger, true],
  ['a role of another organization reads a secret', 'secretsmanager:GetSecretValue', stranger, true],
  ['a role of another organization sends to a queue', 'sqs:SendMessage', stranger, true],
  ['a partner assumes a role', 'sts:AssumeRole', { 'aws:PrincipalOrgID': 'o-partner', 'aws:PrincipalAccount': '999988887777' }, false],
  ['a partner reads an object', 's3:GetObject', { 'aws:PrincipalAccount': '999988887777' }, false],
  ['somebody signs in through Identity Center', 'sts:AssumeRoleWithSAML', {}, false],
  ["CloudTrail delivers the organization's trail", 's3:PutObject', worksFor('000011112222', 'o-exampleorgid'), false],
  ["CloudTrail encrypts the organization's trail", 'kms:GenerateDataKey', worksFor('000011112222', 'o-exampleorgid'), false],
  ['flow logs of the network arrive', 's3:PutObject', worksFor('111122223333', 'o-exampleorgid'), false],
  ["CloudTrail delivers another organization's trail", 's3:PutObject', worksFor('999900001111', 'o-stranger'), true],
  ['CloudTrail delivers the trail of an account without an organization', 's3:PutObject', worksFor('999900001111'), true],
  ["a partner's notifications arrive in a queue", 'sqs:SendMessage', worksFor('999988887777', 'o-partner'), false],
  ['a service uses a grant, without a source', 'kms:Decrypt', service, false],
  ['Lambda assumes the role of a function', 'sts:AssumeRole', service, false],
  ['a workflow of an own repository assumes a role', 'sts:AssumeRoleWithWebIdentity', token('repo:acme/orders:environment:dev'), false],
  ['a workflow of an own repository with ids assumes a role', 'sts:AssumeRoleWithWebIdentity', token('repo:acme@1234/orders@5678:environment:dev'), false],
  ['a workflow of another owner assumes a role', 'sts:AssumeRoleWithWebIdentity', token('repo:stranger/orders:environment:dev'), true],
  ['a workflow of an owner whose name only starts like yours', 'sts:AssumeRoleWithWebIdentity', token('repo:acme-stranger/orders:environment:dev'), true],
  ['a pod of a cluster assumes its role', 'sts:AssumeRoleWithWebIdentity', {}, false],
]

/** With RCPFullAWSAccess: https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html */
const policiesOfOneTarget = 5

const nameIn = (path: string) => /^organization\/rcp-(.+)\.json$/.exec(path)?.[1]

export function checkResourcePolicies(files: KitFile[]): Problem[] {
  const documents = files.filter(({ path }) => nameIn(path))
  if (documents.length === 0) return []
  const problems: Problem[] = []
  const reporter = (file: string) => (message: string) => problems.push({ file, line: 0, message })
  const variables = files.find(({ path }) => path === 'organization/variables.tf')?.text ?? ''
  const named = /\^\[\^\/\]\+\/only-my-\(([\w|]+)\)\$/.exec(variables)?.[1]?.split('|') ?? []
  const policies = documents.flatMap(({ path, text }) => {
    const name = nameIn(path) ?? ''
    if (!named.some((one) => name === `only-my-${one}`))
      reporter(path)('cannot be attached: add its name to the validation of resource_control_policies')
    const parsed = parse(withExampleValues(text), { name: path, type: 'rcp', names })
    for (const { field, message } of parsed.problems) reporter(path)(`${field} ${message}`.trim())
    return parsed.policies
  })
  if (policies.length + 1 > policiesOfOneTarget)
    reporter('organization/variables.tf')(`a unit could get ${policies.length + 1} resource control policies`)
  const level = { name: 'workloads', policies: policies.map((policy) => ({ policy, accounts: null })) }
  const decide = decider(gatesOf([level], '111122223333').gates)
  const byOf = (request: Request) => {
    const verdict = decide(request)
    return verdict.verdict === 'denied' ? verdict.by : null
  }
  for (const [title, action, context, isDenied] of rows) {
    const by = byOf({ action, context })
    if (Boolean(by) === isDenied) continue
    reporter(by?.policy ?? 'organization/resource-control-policies.tf')(
      `"${title}" ${by ? `is denied by ${by.sid}, and should not be` : 'is not denied, and should be'}`,
    )
  }
  const decideCase = deciderOf(files)
  for (const one of cases) {
    const { decision, resource, principal } = decideCase(one)
    if (decision.verdict !== 'allowed' || one.unit === 'management') continue
    const context = { ...own, ...(principal && { 'aws:PrincipalArn': principal }), ...one.context }
    const by = byOf({ action: one.action, resources: resource ? [resource] : null, context })
    if (by) reporter(by.policy)(`${one.holder} in ${one.unit}: "${one.title}" is denied by ${by.sid}`)
  }
  return problems
}
