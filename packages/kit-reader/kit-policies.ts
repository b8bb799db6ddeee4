// Reads the kit's policies, with the values of the examples in place of their placeholders.
import type { PolicyDocument } from 'scp-dry-run'
import { type Assignments, memberAccountId, memberRole, type RoleName } from './assignment.ts'
import { allowedValuesIn, documentIn, policyIn, rolesIn } from './cloudformation.ts'
import type { NamedPolicy, PolicySet } from './gates.ts'
import { managedPolicy } from './managed-policies.ts'
import { attachmentsOf } from './organization.ts'
import { accessOf, permissionSetsOf } from './permission-sets.ts'
import type { KitFile } from './read-kit.ts'

export const file = (files: KitFile[], name: string) => files.find((candidate) => candidate.path === name)

/** Replaces the words in capitals with the example's values, as service-control-policies.tf and resource-control-policies.tf do. */
export const withExampleValues = (text: string) =>
  text
    .replaceAll('"REGIONS"', '["eu-central-1","eu-west-1","us-east-1"]')
    .replaceAll('"DEPARTED_USER_IDS"', '["00000000-departed"]')
    .replaceAll('MANAGEMENT_ROLE', 'OrganizationAccountAccessRole')
    .replaceAll('LOG_BUCKET_PREFIX', 'acme')
    .replaceAll('"GITHUB_SUBJECTS"', '["repo:acme/*","repo:acme@1234/*"]')
    .replaceAll('"PARTNER_ACCOUNTS"', '["000000000000","999988887777"]')
    .replaceAll('ORGANIZATION_ID', 'o-exampleorgid')

const readDocument = (files: KitFile[], name: string): NamedPolicy => ({
  name,
  policy: JSON.parse(withExampleValues(file(files, name)?.text ?? '{"Statement":[]}')),
})

export const corePipeline = 'core-pipeline.yaml'
const bootstrap = 'team-infrastructure/environments/bootstrap.yaml'
const baseline = 'organization/account-baseline.yaml'
/** The pipelines belong to the first team. */
const teams = ['orders', 'billing']
const managementAccountId = '000011112222'
export const bootstrapValues = {
  Team: 'orders',
  Environment: 'dev',
  Repository: 'acme/orders',
  ManagementRole: 'OrganizationAccountAccessRole',
  Zone: 'Z0123456789',
  'AWS::AccountId': memberAccountId,
  'AWS::Region': 'eu-central-1',
}
const coreValues = {
  StateBucket: 'acme-terraform-state-000011112222',
  ManagementRole: 'OrganizationAccountAccessRole',
  IdentityAccountId: memberAccountId,
  NetworkAccountId: '222233334444',
  'AWS::AccountId': managementAccountId,
}
const baselineValues = {
  BreakGlassAccountId: memberAccountId,
  ManagementAccountId: managementAccountId,
  'AWS::AccountId': memberAccountId,
  'AWS::Region': 'eu-central-1',
}
const valuesOf: Record<string, Record<string, string>> = {
  [bootstrap]: bootstrapValues,
  [corePipeline]: coreValues,
  [baseline]: baselineValues,
}

/** The resource of each role in its template, and its inline policy. Null: it has AdministratorAccess. */
const templateRoles = {
  'deploy role': { path: bootstrap, resource: 'DeployRole', inline: 'deploy' },
  'plan role': { path: bootstrap, resource: 'PlanRole', inline: 'plan' },
  'core plan role': { path: corePipeline, resource: 'PlanRole', inline: 'plan' },
  'role of iam-identity-center': { path: corePipeline, resource: 'IdentityRole', inline: 'apply' },
  'break-glass': { path: baseline, resource: 'BreakGlassRole', inline: null },
} as const

const textOf = (files: KitFile[], path: string) => file(files, path)?.text ?? 'Resources: {}'

export function rolePolicy(files: KitFile[], role: string, inline: string): PolicyDocument {
  return inlineOf(files, bootstrap, role, inline).policy
}

function inlineOf(files: KitFile[], path: string, role: string, inline: string): NamedPolicy {
  const policy = policyIn(textOf(files, path), role, inline, valuesOf[path] ?? {}) as
    | PolicyDocument
    | undefined
  return { name: path, policy: policy ?? { Statement: [] } }
}

/** The policies of a session, by permission set or role. */
function sessionPolicies(
  files: KitFile[],
): Record<string, { boundary: NamedPolicy | null; own: NamedPolicy[] }> {
  const boundary = readDocument(files, 'iam-identity-center/permission-boundary.json')
  const administrator = { boundary: null, own: [managedPolicy('AdministratorAccess')] }
  const assigned = new Set(
    Object.values(accessOf(files)).flatMap(({ accounts }) => Object.values(accounts).flat()),
  )
  const sets = Object.entries(permissionSetsOf(files)).filter(([name]) => assigned.has(name))
  const fromTemplate = (holder: keyof typeof templateRoles) => {
    const { path, resource, inline } = templateRoles[holder]
    return inline ? [inlineOf(files, path, resource, inline)] : []
  }
  const roles: Record<RoleName, { boundary: NamedPolicy | null; own: NamedPolicy[] }> = {
    // A team made this role and gave it AdministratorAccess, so only the permission boundary limits it.
    'application role': { ...administrator, boundary },
    'deploy role': { boundary, own: fromTemplate('deploy role') },
    'plan role': { boundary: null, own: fromTemplate('plan role') },
    'core plan role': { boundary: null, own: fromTemplate('core plan role') },
    'role of iam-identity-center': { boundary: null, own: fromTemplate('role of iam-identity-center') },
    'break-glass': administrator,
    'management role': administrator,
    'StackSets role': administrator,
    'root user': administrator,
  }
  return {
    ...Object.fromEntries(
      sets.map(([name, { managed, inline, bounded }]) => [
        name,
        {
          boundary: bounded ? boundary : null,
          own: [
            ...managed.map(managedPolicy),
            ...(inline ? [readDocument(files, `iam-identity-center/${inline}`)] : []),
          ],
        },
      ]),
    ),
    ...roles,
  }
}

/** The roles that the kit's templates make. The bootstrap runs once for each team. */
const allRoles = (files: KitFile[]) => [
  ...teams.flatMap((Team) =>
    rolesIn(textOf(files, bootstrap), { ...bootstrapValues, Team }).map((role) => ({
      ...role,
      path: bootstrap,
    })),
  ),
  ...[corePipeline, baseline].flatMap((path) =>
    rolesIn(textOf(files, path), valuesOf[path] ?? {}).map((role) => ({ ...role, path })),
  ),
]

function assignmentsOf(files: KitFile[]): Assignments {
  const roles = allRoles(files)
  const arnOf = (holder: keyof typeof templateRoles) => {
    const { path, resource } = templateRoles[holder]
    return roles.find((role) => role.path === path && role.resource === resource)?.arn ?? ''
  }
  const environments = allowedValuesIn(textOf(files, bootstrap), 'Environment')
  const ofPipeline = (holder: 'deploy role' | 'plan role') => ({
    arn: arnOf(holder),
    accounts: environments,
    file: bootstrap,
  })
  const ofCore = (holder: 'core plan role' | 'role of iam-identity-center') => ({
    arn: arnOf(holder),
    accounts: 'the management account' as const,
    file: corePipeline,
  })
  return {
    access: accessOf(files),
    managementAccountId,
    roles: {
      'application role': { arn: memberRole('app/orders/lambda'), accounts: environments, file: null },
      'deploy role': ofPipeline('deploy role'),
      'plan role': ofPipeline('plan role'),
      'core plan role': ofCore('core plan role'),
      'role of iam-identity-center': ofCore('role of iam-identity-center'),
      'break-glass': { arn: arnOf('break-glass'), accounts: 'members', file: baseline },
      'management role': {
        arn: memberRole(bootstrapValues.ManagementRole),
        accounts: 'members',
        file: null,
      },
      'StackSets role': {
        arn: memberRole('stacksets-exec-0123456789abcdef'),
        accounts: 'members',
        file: null,
      },
      'root user': { arn: `arn:aws:iam::${memberAccountId}:root`, accounts: 'every account', file: null },
    },
  }
}

/** Reads the policies and the assignments of the kit. Each policy appears once. */
export function policySetOf(files: KitFile[]): PolicySet {
  const policies: NamedPolicy[] = []
  const places = new Map<string, number>()
  const placeOf = (named: NamedPolicy): number => {
    const text = JSON.stringify(named)
    const place = places.get(text) ?? policies.push(named) - 1
    places.set(text, place)
    return place
  }
  const guards = Object.entries(attachmentsOf(files).possible).map(([target, names]) => [
    target,
    names.map((name) => placeOf(readDocument(files, `organization/scp-${name}.json`))),
  ])
  const template = file(files, bootstrap)?.text
  const buckets = teams.flatMap((Team) => {
    const policy = template && documentIn(template, 'StateBucketPolicy', { ...bootstrapValues, Team })
    return policy ? placeOf({ name: bootstrap, policy: policy as PolicyDocument }) : []
  })
  const sessions = Object.entries(sessionPolicies(files)).map(([name, { boundary, own }]) => [
    name,
    { boundary: boundary && placeOf(boundary), own: own.map(placeOf) },
  ])
  return {
    assignments: assignmentsOf(files),
    policies,
    guards: Object.fromEntries(guards),
    buckets,
    sessions: Object.fromEntries(sessions),
    trusts: allRoles(files).map(({ arn, path, trust }) => ({
      // Only the core pipeline's template runs in a single account.
      role: path === corePipeline ? arn : arn.replace(memberAccountId, '*'),
      file: path,
      policy: trust as PolicyDocument,
    })),
    logs: { account: 'log-archive', buckets: withExampleValues('arn:aws:s3:::LOG_BUCKET_PREFIX-log-*') },
  }
}
