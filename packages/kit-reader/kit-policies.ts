// The kit's policies as gates for packages/guardrails/evaluate.ts, with the values of the examples in place of their placeholders.
import { decider, type Policy, type Request, type Verdict } from 'scp-dry-run'
import { attributeOf, attributesIn, blocksIn, readHcl } from 'terraform/hcl'
import { documentIn, policyIn } from './cloudformation.ts'
import { gatesOf, type PolicySet } from './gates.ts'
import { type Case, type Holder, principals } from './policy-cases.ts'
import type { KitFile } from './read-kit.ts'

export const file = (files: KitFile[], name: string) => files.find((candidate) => candidate.path === name)

/** Fills in the values of the example, as service-control-policies.tf does. */
export const fill = (text: string) =>
  text
    .replaceAll('"REGIONS"', '["eu-central-1","eu-west-1","us-east-1"]')
    .replaceAll('"DEPARTED_USER_IDS"', '["00000000-departed"]')
    .replaceAll('MANAGEMENT_ROLE', 'OrganizationAccountAccessRole')
    .replaceAll('LOG_BUCKET_PREFIX', 'acme')

/** Names of policies by target, from `local.attachments`, also of those that are attached only on a condition. */
export function attachmentsOf(files: KitFile[]): Record<string, string[]> {
  const body = file(files, 'organization/service-control-policies.tf')?.hcl ?? []
  const found = blocksIn(body, 'locals').map((block) => attributeOf(block.body, 'attachments'))
  const expression = found.find((attribute) => attribute)?.expression ?? '{}'
  const entries = attributesIn(readHcl(expression.trim().slice(1, -1)))
  return Object.fromEntries(
    entries.map(({ name, expression: names }) => [
      name,
      [...names.matchAll(/"([\w-]+)"/g)].map(([, policy = '']) => policy),
    ]),
  )
}

/** A policy and the name that the page prints for it. */
interface Named {
  name: string
  policy: Policy
}

const read = (files: KitFile[], name: string): Named => ({
  name,
  policy: JSON.parse(fill(file(files, name)?.text ?? '{"Statement":[]}')),
})

/** https://docs.aws.amazon.com/aws-managed-policy/latest/reference/PowerUserAccess.html, version 12. AWS names no statement. */
const ofAws = {
  AdministratorAccess: [{ Sid: 'AdministratorAccess', Effect: 'Allow', Action: '*', Resource: '*' }],
  PowerUserAccess: [
    {
      Sid: 'PowerUserAccess',
      Effect: 'Allow',
      NotAction: ['iam:*', 'organizations:*', 'account:*'],
      Resource: '*',
    },
    {
      Sid: 'PowerUserAccess',
      Effect: 'Allow',
      Action: [
        'account:GetAccountInformation',
        'account:GetGovCloudAccountInformation',
        'account:GetPrimaryEmail',
        'account:ListRegions',
        'iam:CreateServiceLinkedRole',
        'iam:DeleteServiceLinkedRole',
        'iam:ListRoles',
        'organizations:DescribeEffectivePolicy',
        'organizations:DescribeOrganization',
      ],
      Resource: '*',
    },
  ],
} satisfies Record<string, Policy['Statement']>
const managed = (name: keyof typeof ofAws): Named => ({
  name: 'the policies of AWS',
  policy: { Statement: ofAws[name] },
})

export const corePipeline = 'core-pipeline.yaml'
/** The team of the pipelines, and another team. */
const teams = ['orders', 'billing']
const bootstrap = 'team-infrastructure/environments/bootstrap.yaml'
export const bootstrapValues = {
  Team: 'orders',
  Environment: 'dev',
  Repository: 'acme/orders',
  ManagementRole: 'OrganizationAccountAccessRole',
  Zone: 'Z0123456789',
  'AWS::AccountId': '111122223333',
  'AWS::Region': 'eu-central-1',
}

const coreValues = {
  StateBucket: 'acme-terraform-state-000011112222',
  ManagementRole: 'OrganizationAccountAccessRole',
  IdentityAccountId: '111122223333',
  NetworkAccountId: '222233334444',
}

export function rolePolicy(files: KitFile[], role: string, inline: string): Policy {
  const found = file(files, bootstrap)
  const policy = found && policyIn(found.text, role, inline, bootstrapValues)
  return (policy as Policy | undefined) ?? { Statement: [] }
}

/**
 * The policies of AWS and the kit that allow, by who asks. What AWS's long ones lack is what the checks ask for (AWS Managed Policy
 * Reference).
 */
function grantsOf(
  files: KitFile[],
): Record<Holder, { name: string; policies: Named[]; reads?: string; lacks?: string[] }[]> {
  const grant = (name: string, ...policies: Named[]) => ({ name, policies })
  const role = (name: string, inline: string): Named => ({
    name: bootstrap,
    policy: rolePolicy(files, name, inline),
  })
  const core = (name: string, inline: string): Named => {
    const text = file(files, corePipeline)?.text
    const policy = text && (policyIn(text, name, inline, coreValues) as Policy | undefined)
    return { name: corePipeline, policy: policy || { Statement: [] } }
  }
  const boundary = grant('permission boundary', read(files, 'iam-identity-center/permission-boundary.json'))
  const own = (...policies: Named[]) => grant('own policies', ...policies)
  const full = own(managed('AdministratorAccess'))
  return {
    administrator: [full],
    'break-glass': [full],
    'management role': [full],
    'StackSets role': [full],
    'root user': [full],
    'core plan role': [own(core('PlanRole', 'plan'))],
    'role of iam-identity-center': [own(core('IdentityRole', 'apply'))],
    'security operator': [
      {
        ...own(read(files, 'iam-identity-center/security-operator.json')),
        reads: 'SecurityAudit',
        lacks: ['sso:CreateAccountAssignment'],
      },
    ],
    'log reader': [
      {
        ...own(read(files, 'iam-identity-center/log-reader.json')),
        reads: 'ViewOnlyAccess',
        lacks: ['kms:Decrypt', 's3:PutObject'],
      },
    ],
    developer: [
      boundary,
      own(managed('PowerUserAccess'), read(files, 'iam-identity-center/developer-iam.json')),
    ],
    'application role': [boundary, full],
    'deploy role': [boundary, own(role('DeployRole', 'deploy'))],
    'plan role': [own(role('PlanRole', 'plan'))],
  }
}

/** Reads all policies, each once. */
export function policySetOf(files: KitFile[]): PolicySet {
  const policies: Named[] = []
  const places = new Map<string, number>()
  const place = (one: Named): number => {
    const text = JSON.stringify(one)
    const known = places.get(text) ?? policies.push(one) - 1
    places.set(text, known)
    return known
  }
  const guards = Object.entries(attachmentsOf(files)).map(([target, names]) => [
    target,
    names.map((name) => place(read(files, `organization/scp-${name}.json`))),
  ])
  const template = file(files, bootstrap)?.text
  const buckets = teams.flatMap((Team) => {
    const policy = template && documentIn(template, 'StateBucketPolicy', { ...bootstrapValues, Team })
    return policy ? place({ name: bootstrap, policy: policy as Policy }) : []
  })
  const grants = Object.entries(grantsOf(files)).map(([holder, gates]) => [
    holder,
    gates.map((gate) => ({ ...gate, policies: gate.policies.map(place) })),
  ])
  return {
    policies,
    guards: Object.fromEntries(guards),
    buckets: { name: 'state buckets', policies: buckets },
    grants: Object.fromEntries(grants),
  }
}

/** @returns a function that decides on the request of a case */
export function deciderOf(files: KitFile[]): (one: Case) => Verdict {
  const set = policySetOf(files)
  const known = new Map<string, (request: Request) => Verdict>()
  return ({ unit, holder, action, resource, context }) => {
    const key = `${unit}/${holder}`
    const decide = known.get(key) ?? decider(gatesOf(set, unit, holder))
    known.set(key, decide)
    return decide({
      action,
      resources: resource ? [resource] : null,
      context: { 'aws:PrincipalArn': principals[holder], ...context },
    })
  }
}

/** What decided: the statement and its file, or which policies lack an allow. */
export function reasonOf(verdict: Verdict): string {
  if (verdict.verdict === 'cannot tell') return `needs ${verdict.missing.join(', ')}`
  const by = verdict.verdict === 'allowed' ? verdict.by.at(-1) : verdict.by
  if (by) return `${by.sid} in ${by.policy}`
  return verdict.verdict === 'denied'
    ? `no statement of the ${verdict.gate} allows it`
    : 'no statement denies it'
}
