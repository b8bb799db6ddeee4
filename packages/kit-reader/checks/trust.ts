// Checks who may assume the roles of the templates, as a table of requests.

import { decider, type PolicyDocument, policyOf } from 'scp-dry-run'
import { policyIn } from '../cloudformation.ts'
import type { KitFile, Problem } from '../read-kit.ts'

const [management, identity, member] = ['000011112222', '444455556666', '111122223333']
const values: Record<string, string> = {
  'AWS::AccountId': member,
  'AWS::Region': 'eu-central-1',
  BreakGlassAccountId: identity,
  ManagementAccountId: management,
  Team: 'orders',
  Environment: 'dev',
  Repository: 'acme/orders',
}

const github = `arn:aws:iam::${member}:oidc-provider/token.actions.githubusercontent.com`
const token = (sub: string, aud = 'sts.amazonaws.com') => ({
  'token.actions.githubusercontent.com:aud': aud,
  'token.actions.githubusercontent.com:sub': sub,
})
const user = (name: string) => `arn:aws:iam::${identity}:user/${name}`
const inManagement = (role: string) => `arn:aws:iam::${management}:role/${role}`
const withMfa = { 'aws:MultiFactorAuthPresent': 'true', 'aws:MultiFactorAuthAge': '60' }

/** Who asks: a principal, a service or the provider of tokens. */
type Row = [role: string, title: string, who: string, context: Record<string, string>, allowed: boolean]

const baseline = 'organization/account-baseline.yaml'
const bootstrap = 'team-infrastructure/environments/bootstrap.yaml'
const pipeline = 'core-pipeline.yaml'

// biome-ignore format: a table, with a row for each line
const rows: Record<string, Row[]> = {
  [baseline]: [
    ['BreakGlassRole', 'a break-glass user with MFA', user('break-glass/break-glass-1'), withMfa, true],
    ['BreakGlassRole', 'a break-glass user without MFA', user('break-glass/break-glass-1'), { 'aws:MultiFactorAuthPresent': 'false' }, false],
    ['BreakGlassRole', 'a break-glass user with an access key alone', user('break-glass/break-glass-1'), {}, false],
    ['BreakGlassRole', 'a break-glass user who signed in two hours ago', user('break-glass/break-glass-1'), { ...withMfa, 'aws:MultiFactorAuthAge': '7200' }, false],
    ['BreakGlassRole', 'another user with MFA', user('ci'), withMfa, false],
    ['BreakGlassRole', 'a break-glass user of another account', user('break-glass/break-glass-1').replace(identity, member), withMfa, false],
    ['CorePlanRole', 'the pipeline that plans', inManagement('plan/core'), {}, true],
    ['CorePlanRole', 'the pipeline that applies networking', inManagement('deploy/networking'), {}, false],
    ['CorePlanRole', 'the same name in another account', inManagement('plan/core').replace(management, member), {}, false],
    ['ConfigRole', 'Config of the account', 'config.amazonaws.com', { 'aws:SourceAccount': member }, true],
    ['ConfigRole', 'Config of another account', 'config.amazonaws.com', { 'aws:SourceAccount': identity }, false],
    ['EncryptNewDisksRole', 'Lambda', 'lambda.amazonaws.com', {}, true],
  ],
  [bootstrap]: [
    ['PlanRole', 'a pull request', github, token('repo:acme/orders:pull_request'), true],
    ['PlanRole', 'main', github, token('repo:acme/orders:ref:refs/heads/main'), true],
    ['PlanRole', 'a pull request of another repository', github, token('repo:acme/billing:pull_request'), false],
    ['PlanRole', 'a token for somebody else', github, token('repo:acme/orders:pull_request', 'https://github.com/acme'), false],
    ['DeployRole', 'a job in the environment', github, token('repo:acme/orders:environment:dev'), true],
    ['DeployRole', 'a job in another environment', github, token('repo:acme/orders:environment:prod'), false],
    ['DeployRole', 'a pull request', github, token('repo:acme/orders:pull_request'), false],
    ['DeployRole', 'main, outside of an environment', github, token('repo:acme/orders:ref:refs/heads/main'), false],
  ],
  [pipeline]: [
    ['PlanRole', 'a pull request', github, token('repo:acme/orders:pull_request'), true],
    ['PlanRole', 'another branch', github, token('repo:acme/orders:ref:refs/heads/try'), false],
    ...[['OrganizationRole', 'organization'], ['IdentityRole', 'iam-identity-center'], ['NetworkingRole', 'networking']].flatMap(([role = '', layer = '']): Row[] => [
      [role, 'a job in the environment of its layer', github, token(`repo:acme/orders:environment:${layer}`), true],
      [role, 'a job in another environment', github, token('repo:acme/orders:environment:dev'), false],
      [role, 'a pull request', github, token('repo:acme/orders:pull_request'), false],
    ]),
  ],
}

export function checkTrust(files: KitFile[]): Problem[] {
  return Object.entries(rows).flatMap(([path, requests]) => {
    const text = files.find((file) => file.path === path)?.text
    if (text === undefined) return []
    const report = (message: string): Problem => ({ file: path, line: 0, message })
    return requests.flatMap(([role, title, who, context, allowed]) => {
      const trust = policyIn(text, role, undefined, values) as PolicyDocument | undefined
      if (!trust) return report(`there is no ${role}`)
      const actions = trust.Statement.map(({ Action }) => [Action ?? []].flat()[0] ?? '')
      const policies = [policyOf(trust, role, 'resource')]
      const decide = decider([{ name: 'trust', type: 'resource', kind: 'grant', policies }])
      const isAllowed = actions.some(
        (action) =>
          decide({ action, context: { 'aws:PrincipalArn': who, ...context } }).verdict === 'allowed',
      )
      if (isAllowed === allowed) return []
      return report(`${title} may ${allowed ? 'not ' : ''}assume ${role}`)
    })
  })
}
