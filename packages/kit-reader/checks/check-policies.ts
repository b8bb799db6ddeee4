// Checks that the policy documents are valid and attached, stay within AWS's quotas, and give the results in policy-cases.ts.

import { matches, type PolicyDocument, type StatementDocument } from 'scp-dry-run'
import { knownActions } from 'scp-dry-run/names'
import { accessFile } from '../assignment.ts'
import { deciderOf } from '../case-decisions.ts'
import { isTemplate, policyIn, readTemplate } from '../cloudformation.ts'
import { bootstrapValues, corePipeline, file, rolePolicy, withExampleValues } from '../kit-policies.ts'
import { attachmentsOf } from '../organization.ts'
import { type Case, cases } from '../policy-cases.ts'
import type { KitFile, Problem } from '../read-kit.ts'

/**
 * Sources: https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html (doubled on 15 May 2026)
 * and https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html.
 * Policies are measured in characters, without white space; a template in bytes.
 */
const quotas = {
  serviceControlPolicy: 10_240,
  policiesOfOneTarget: 10,
  otherOrganizationPolicy: 10_000,
  managedPolicy: 6_144,
  inlinePoliciesOfRole: 10_240,
  stackSetTemplate: 51_200,
}

const scpName = (name: string) => /^organization\/scp-(.+)\.json$/.exec(name)?.[1]

const statementKeys = new Set([
  ...['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition', 'Principal'],
])

/** Finds every action that the kit's policies name, in JSON, in CloudFormation and in `aws_iam_policy_document`. */
function actionsIn(files: KitFile[]): { file: string; action: string }[] {
  const found: { file: string; action: string }[] = []
  const walk = (file: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('Effect' in value) {
      const { Action, NotAction } = value as StatementDocument
      for (const action of [Action ?? [], NotAction ?? []].flat()) found.push({ file, action })
    }
    for (const inner of Object.values(value)) walk(file, inner)
  }
  for (const one of files) {
    if (/^(?:organization|iam-identity-center)\/.*\.json$/.test(one.path))
      walk(one.path, JSON.parse(one.text))
    else if (isTemplate(one)) walk(one.path, readTemplate(one.text))
    else if (one.path.endsWith('.tf'))
      for (const [, list = ''] of one.text.matchAll(/\bactions\s+=\s+\[([^\]]*)\]/g))
        for (const [, action = ''] of list.matchAll(/"([^"]+)"/g)) found.push({ file: one.path, action })
  }
  return found.filter(({ action }) => action !== '*')
}

/** Checks that every action exists. An action with a typo has no effect, and AWS does not always refuse it. */
function checkActions(files: KitFile[], reporter: Reporter): void {
  for (const { file, action } of actionsIn(files)) {
    const [service = '', name = ''] = action.split(':')
    const known = knownActions.services[service]
    if (!known)
      reporter(file)(
        `the service of ${action} is unknown: correct the name, or run packages/scp-dry-run/names/extract-names.mjs`,
      )
    else if (!known.some((one) => matches(name.toLowerCase(), one.toLowerCase())))
      reporter(file)(`AWS has no action ${action}`)
  }
}

function checkDocument(policy: PolicyDocument, report: (message: string) => void): void {
  const sids = new Set<string>()
  if (policy.Version !== '2012-10-17') report('does not have the Version 2012-10-17')
  for (const statement of policy.Statement) {
    const where = statement.Sid ?? 'a statement'
    for (const key of Object.keys(statement))
      if (!statementKeys.has(key)) report(`${where} has the unknown key ${key}`)
    if (statement.Sid) {
      if (sids.has(statement.Sid)) report(`two statements are named ${statement.Sid}`)
      sids.add(statement.Sid)
      if (!/^[A-Za-z0-9]+$/.test(statement.Sid))
        report(`the Sid ${statement.Sid} is invalid: it may contain only letters and digits`)
    }
  }
}

export function checkPolicies(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const reporter = (path: string) => (message: string) => problems.push({ file: path, line: 0, message })
  const attachments = attachmentsOf(files).possible
  const attached = new Set(Object.values(attachments).flat())
  const policies = 'organization/service-control-policies.tf'
  for (const [target, names] of Object.entries(attachments)) {
    // Add one, because AWS attaches FullAWSAccess everywhere.
    if (names.length + 1 > quotas.policiesOfOneTarget)
      reporter(policies)(
        `${target} has ${names.length + 1} policies, and AWS allows ${quotas.policiesOfOneTarget}`,
      )
    for (const name of names)
      if (!file(files, `organization/scp-${name}.json`)) reporter(policies)(`there is no scp-${name}.json`)
  }
  for (const { path, text } of files) {
    const report = reporter(path)
    if (!path.endsWith('.json') || path === 'index.json') continue
    let minified: string
    try {
      minified = JSON.stringify(JSON.parse(withExampleValues(text)))
    } catch (error) {
      report(`is not valid JSON: ${error instanceof Error ? error.message : error}`)
      continue
    }
    const name = scpName(path)
    const isIam = path.startsWith('iam-identity-center/')
    const limit = name
      ? quotas.serviceControlPolicy
      : isIam
        ? quotas.managedPolicy
        : quotas.otherOrganizationPolicy
    if (minified.length > limit) report(`has ${minified.length} characters, and AWS allows ${limit}`)
    if (name && !attached.has(name)) report(`is attached to nothing: add ${name} to local.attachments`)
    if (name || isIam) checkDocument(JSON.parse(minified), report)
  }
  checkRoles(files, reporter)
  try {
    checkActions(files, reporter)
    const decide = deciderOf(files)
    for (const one of cases) {
      const { decision } = decide(one)
      const report = (problem: string) =>
        reporter(fileOfPolicy(one))(`${one.holder} in ${one.unit}: "${one.title}" ${problem}`)
      const gate = 'gate' in decision ? decision.gate : null
      if (decision.verdict !== one.expect) {
        const deniers = [...(attachments.root ?? []), ...(attachments[one.unit] ?? [])].map(
          (name) => `scp-${name}.json`,
        )
        const isOfService = one.expect === 'denied' && fileOfPolicy(one) === policies
        const by = isOfService
          ? `: neither ${deniers.slice(0, -1).join(', ')} nor ${deniers.at(-1)} denies it`
          : ''
        report(`is ${decision.verdict}, and should be ${one.expect}${by}`)
      }
      // A case that stops at the assignment tests no policy, so it has to say so.
      else if ((one.at || gate === 'assignment') && gate !== one.at)
        report(`is denied at the ${gate}, and should be denied at ${one.at ? `the ${one.at}` : 'a policy'}`)
    }
  } catch (error) {
    reporter('organization')(`the cases could not be run: ${error instanceof Error ? error.message : error}`)
  }
  return problems
}

const fileOfPolicy = ({ holder, at }: Case): string =>
  at === 'assignment'
    ? accessFile
    : holder === 'deploy role' || holder === 'plan role'
      ? 'team-infrastructure/environments/bootstrap.yaml'
      : holder === 'developer' || holder === 'application role'
        ? 'iam-identity-center/permission-boundary.json'
        : 'organization/service-control-policies.tf'

type Reporter = (path: string) => (message: string) => void

function checkRoles(files: KitFile[], reporter: Reporter): void {
  const path = 'team-infrastructure/environments/bootstrap.yaml'
  for (const [role, inline] of [
    ['DeployRole', 'deploy'],
    ['PlanRole', 'plan'],
  ] as const) {
    const policy = rolePolicy(files, role, inline)
    const size = JSON.stringify(policy).length
    if (policy.Statement.length === 0) reporter(path)(`${role} has no inline policy ${inline}`)
    if (size > quotas.inlinePoliciesOfRole)
      reporter(path)(
        `the policy of ${role} has ${size} characters, and AWS allows ${quotas.inlinePoliciesOfRole}`,
      )
    checkDocument(policy, reporter(path))
    const trust = policyIn(file(files, path)?.text ?? 'Resources: {}', role, undefined, bootstrapValues) as
      | PolicyDocument
      | undefined
    for (const statement of trust?.Statement ?? []) checkTrust(role, statement, reporter(path))
  }
  checkOtherTeams(rolePolicy(files, 'DeployRole', 'deploy'), reporter(path))
  const core = file(files, corePipeline)
  for (const role of core ? ['PlanRole', 'OrganizationRole', 'IdentityRole', 'NetworkingRole'] : []) {
    const trust = policyIn(core?.text ?? '', role, undefined, bootstrapValues) as PolicyDocument | undefined
    if (!trust) reporter(corePipeline)(`there is no ${role}`)
    for (const statement of trust?.Statement ?? []) checkTrust(role, statement, reporter(corePipeline))
  }
  const template = file(files, 'organization/account-baseline.yaml')
  const boundary = file(files, 'iam-identity-center/permission-boundary.json')
  if (template && template.text.length + (boundary?.text.length ?? 0) > quotas.stackSetTemplate)
    reporter(template.path)(`is longer than the ${quotas.stackSetTemplate} bytes that StackSets allow`)
}

/** Checks that a role for GitHub tests the audience and the whole subject. A pattern could match a fork. */
function checkTrust(role: string, statement: StatementDocument, report: (message: string) => void): void {
  const equals = statement.Condition?.StringEquals ?? {}
  const subjects = [equals['token.actions.githubusercontent.com:sub'] ?? []].flat()
  if (!equals['token.actions.githubusercontent.com:aud']) report(`${role} does not check the audience`)
  if (subjects.length === 0 || subjects.some((subject) => subject.includes('*')))
    report(`${role} does not check the whole subject`)
  for (const subject of subjects) {
    if (role !== 'PlanRole' && !subject.includes(':environment:'))
      report(`${role} may be assumed outside of a GitHub environment: ${subject}`)
    if (role === 'PlanRole' && subject.includes(':environment:'))
      report(`${role} waits for an approval: ${subject}`)
  }
}

/** Statements that may name no team, because another rule keeps the team to its own. */
const ofNoTeam: Record<string, string> = {
  ReadTheNetwork: 'the parameter of the environment is for all teams',
  MakeSecurityGroupsInSharedVpc: 'the statement MakeSecurityGroups asks for the tag of the group',
  MakeRules: 'the statement ChangeItsSecurityGroups asks for the tag of the group',
  RolesOfAws: 'roles of AWS are for the whole account',
  ScaleServices: 'the statement ScaleNoOtherTeam denies targets of other teams',
  TagScaling: 'the statement ScaleNoOtherTeam denies targets of other teams',
  ItsNames: 'the zone belongs to the team',
}

/** Checks that what changes something names the team in its resources or asks for the team's tag. */
function checkOtherTeams(policy: PolicyDocument, report: (message: string) => void): void {
  const team = new RegExp(`(^|[^a-z0-9])${bootstrapValues.Team}([^a-z0-9]|$)`)
  for (const { Sid = '', Effect, Action, Resource, Condition = {} } of policy.Statement) {
    const changes = [Action ?? []].flat().filter((action) => !/:(Describe|Get|List)/.test(action))
    if (Effect === 'Deny' || changes.length === 0 || ofNoTeam[Sid]) continue
    const tags = Object.entries(Condition.StringEquals ?? {}).some(
      ([key, value]) => /^aws:(Request|Resource)Tag\/team$/.test(key) && team.test(String(value)),
    )
    if (!tags && [Resource ?? []].flat().some((resource) => !team.test(resource)))
      report(`${Sid} allows ${changes[0]} on what other teams have: name the team, or ask for its tag`)
  }
}
