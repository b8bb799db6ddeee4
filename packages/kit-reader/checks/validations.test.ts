import { compileModules, exampleOf } from 'terraform/compile'
import { type Inputs, type Modules, refusedValues } from 'terraform/module'
import { beforeAll, expect, test } from 'vitest'
import { readKit } from '../read-kit.ts'

let modules: Modules
const examples: Record<string, Inputs> = {}
beforeAll(async () => {
  const files = await readKit()
  modules = await compileModules(files)
  for (const folder of Object.keys(modules))
    examples[folder] = await exampleOf(files, `${folder}/terraform.tfvars.example`)
  examples['team-infrastructure/environments'] = await exampleOf(
    files,
    'team-infrastructure/environments/dev.tfvars',
  )
})

const account = (email: string) => ({ email, unit: 'workloads' })
const core = (name: string) => ({ [name]: account(`${name}@example.com`) })
const required = {
  ...core('audit'),
  ...core('images'),
  ...core('log-archive'),
  ...core('network'),
  ...core('identity'),
}

/** For each validation of the kit in the order of its file: a folder, a variable, values that it accepts, and values that it refuses. */
const validations: [folder: string, variable: string, accepted: Inputs[], refused: Inputs[]][] = [
  [
    'organization',
    'management_account_id',
    [{ management_account_id: '123456789012' }],
    [
      { management_account_id: '12345678901' },
      { management_account_id: '1234567890123' },
      { management_account_id: 'x23456789012' },
    ],
  ],
  [
    'organization',
    'regions',
    [{ home_region: 'a', regions: ['a', 'us-east-1'] }],
    [{ home_region: 'b', regions: ['a', 'us-east-1'] }],
  ],
  [
    'organization',
    'regions',
    [{ home_region: 'a', regions: ['a', 'us-east-1'] }],
    [
      { home_region: 'a', regions: ['a'] },
      { home_region: 'a', regions: [] },
    ],
  ],
  [
    'organization',
    'prefix',
    [{ prefix: 'a1' }, { prefix: `a${'-'.repeat(20)}` }],
    [
      { prefix: 'a' },
      { prefix: 'Acme' },
      { prefix: '-acme' },
      { prefix: `a${'-'.repeat(21)}` },
      { prefix: 'a b' },
    ],
  ],
  [
    'organization',
    'accounts',
    [{ accounts: required }],
    [{ accounts: { ...required, other: account('AUDIT@example.com') } }],
  ],
  ['organization', 'accounts', [{ accounts: required }], [{ accounts: core('identity') }]],
  [
    'organization',
    'identity_account',
    [{ accounts: required }, { accounts: required, identity_account: 'audit' }],
    [{ accounts: required, identity_account: 'other' }],
  ],
  [
    'organization',
    'contacts',
    [{ contacts: {} }, { contacts: { BILLING: {} } }],
    [{ contacts: { SALES: {} } }],
  ],
  ['organization', 'log_retention_days', [{ log_retention_days: 90 }], [{ log_retention_days: 89 }]],
  ['organization', 'config_frequency', [{ config_frequency: 'DAILY' }], [{ config_frequency: 'HOURLY' }]],
  [
    'organization',
    'image_repositories',
    [{ image_repositories: { a: 'acme@1234/orders@5678' } }],
    [{ image_repositories: { a: 'acme/*' } }, { image_repositories: { a: 'acme' } }],
  ],
  [
    'organization',
    'organization_policies',
    [{ organization_policies: [] }, { organization_policies: ['tag-policy'] }],
    [{ organization_policies: ['tags'] }],
  ],
  [
    'organization',
    'resource_control_policies',
    [{}, { resource_control_policies: ['root/only-my-github', 'workloads/only-my-organization'] }],
    [
      { resource_control_policies: ['only-my-organization'] },
      { resource_control_policies: ['root/only-mine'] },
    ],
  ],
  [
    'organization',
    'partner_accounts',
    [{}, { partner_accounts: ['123456789012'] }],
    [{ partner_accounts: ['12345678901'] }],
  ],
  [
    'organization',
    'github_owners',
    [{}, { github_owners: ['acme', 'acme@1234'] }],
    [{ github_owners: ['acme/orders'] }, { github_owners: ['*'] }],
  ],
  ['iam-identity-center', 'users', [{ users: {} }], [{ access: { a: {} }, users: { x: { groups: ['b'] } } }]],
  [
    'iam-identity-center',
    'permission_sets',
    [{}, { permission_sets: { a: { hours: 12, managed: [] } } }],
    [{ permission_sets: { a: { hours: 13, managed: [] } } }],
  ],
  [
    'iam-identity-center',
    'permission_sets',
    [{}],
    [{ permission_sets: { Management: { hours: 1, managed: ['AdministratorAccess'] } } }],
  ],
  ['iam-identity-center', 'break_glass_users', [{}], [{ break_glass_users: ['admin'] }]],
  [
    'iam-identity-center',
    'alarm_regions',
    [{ home_region: 'a', alarm_regions: ['us-east-1', 'a'] }],
    [
      { home_region: 'a', alarm_regions: ['us-east-1'] },
      { home_region: 'a', alarm_regions: ['a'] },
    ],
  ],
  [
    'networking',
    'zone_ids',
    [{ zone_ids: ['a', 'b', 'c'] }],
    [{ zone_ids: ['a', 'b'] }, { zone_ids: ['a', 'b', 'b'] }],
  ],
  [
    'networking',
    'environments',
    [{ environments: { a: 15 } }],
    [{ environments: { a: 16 } }, { environments: { a: -1 } }, { environments: { a: 1.5 } }],
  ],
  ['networking', 'environments', [{ environments: { a: 1, b: 2 } }], [{ environments: { a: 1, b: 1 } }]],
  [
    'networking',
    'pool_cidr',
    [{}, { pool_cidr: '10.0.0.0/8' }],
    [{ pool_cidr: '10.0.0.0/13' }, { pool_cidr: '10.0.0.0' }, { pool_cidr: 'all' }],
  ],
  ['networking', 'egress', [{ egress: 'none' }], [{ egress: 'some' }]],
  ['networking', 'egress_cidr', [{}], [{ egress_cidr: '10.80.0.0/23' }, { egress_cidr: '' }]],
  [
    'networking',
    'delegations',
    [{ delegations: { 'orders.dev.example.com': [] } }],
    [{ delegations: { 'orders.qa.example.com': [] } }, { delegations: { orders: [] } }],
  ],
  ['team-infrastructure/ecs-service', 'name', [{ name: 'orders-api' }], [{ name: 'a-' }, { name: 'ab' }]],
  [
    'team-infrastructure/ecs-service',
    'image',
    [{ image: `a@sha256:${'0'.repeat(64)}` }],
    [{ image: 'a:latest' }],
  ],
  ['team-infrastructure/ecs-service', 'architecture', [{}], [{ architecture: 'arm' }]],
  ['team-infrastructure/environments', 'environment', [{ environment: 'staging' }], [{ environment: 'qa' }]],
  [
    'team-infrastructure/environments',
    'team',
    [{ team: 'orders' }],
    [{ team: 'o' }, { team: '1orders' }, { team: 'o'.repeat(16) }, { team: 'Orders' }],
  ],
]

test('each validation of the kit accepts and refuses, in the words of the kit', () => {
  const all = Object.entries(modules).flatMap(([folder, { variables }]) =>
    Object.entries(variables).flatMap(([variable, { checks }]) =>
      checks.map(([, message]) => ({ folder, variable, message })),
    ),
  )
  for (const { folder, variable, message } of all) {
    const index = validations.findIndex(([inFolder, name]) => inFolder === folder && name === variable)
    const [row] = index < 0 ? [] : validations.splice(index, 1)
    expect(row, `a row for ${folder} var.${variable}: ${message}`).toBeDefined()
    const refuses = (inputs: Inputs) =>
      refusedValues(modules[folder] as Modules[string], { ...examples[folder], ...inputs }).some(
        (one) => one.message === message && one.variable === variable,
      )
    for (const inputs of row?.[2] ?? [])
      expect(refuses(inputs), `${message} ${JSON.stringify(inputs)}`).toBe(false)
    for (const inputs of row?.[3] ?? [])
      expect(refuses(inputs), `${message} ${JSON.stringify(inputs)}`).toBe(true)
  }
  expect(validations).toEqual([])
})
