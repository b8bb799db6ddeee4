// Fits a copy of the kit to what is on this machine: an older provider, and moto instead of AWS.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { blocksIn, readHcl } from '../../hcl.ts'

/** @throws Error if the file is not as the edit expects it */
function editIn(kit: string, file: string, change: (text: string) => string): void {
  const full = path.join(kit, file)
  const before = readFileSync(full, 'utf8')
  const after = change(before)
  if (after === before)
    throw new Error(`${file} is not as packages/kit-reader/checks/apply/fit.ts expects it: correct that file`)
  writeFileSync(full, after)
}

/**
 * Pins the provider, and takes out what only version 6 has.
 * @param provider its version, such as 5.100.0
 * @returns each change, in words
 */
export function fitProvider(kit: string, provider: string): string[] {
  const edit = (file: string, change: (text: string) => string) => editIn(kit, file, change)
  for (const module of [
    'organization',
    'iam-identity-center',
    'networking',
    'team-infrastructure/ecs-service',
    'team-infrastructure/environments',
  ]) {
    const file = `${module}/versions.tf`
    if (existsSync(path.join(kit, file)))
      edit(file, (text) => text.replace(/^( +version += )"[^"]+"/m, `$1"${provider}"`))
  }
  if (Number(provider.split('.')[0]) >= 6) return []
  for (const file of [
    'organization/alarms.tf',
    'organization/config.tf',
    'organization/disks.tf',
    'organization/guardduty.tf',
    'organization/delegated-administrators.tf',
    'organization/access-analyzer.tf',
    'iam-identity-center/alarms.tf',
  ])
    edit(file, (text) => {
      const lines: (string | null)[] = text.split('\n')
      for (const { body } of blocksIn(readHcl(text), 'resource'))
        for (const one of body)
          if (one.kind === 'attribute' && one.name === 'region') lines[one.line - 1] = null
      return lines.filter((line) => line !== null).join('\n')
    })
  // Something that every version knows keeps their number.
  for (const file of [
    'organization',
    'accounts',
    'cloudtrail',
    'delegated-administrators',
    'organization-policies',
  ])
    edit(`organization/${file}.tf`, (text) =>
      text
        .replace('"aws_organizations_aws_service_access"', '"terraform_data"')
        .replace('\n  service_principal = each.key\n  depends_on ', '\n  input = each.key\n  depends_on ')
        .replaceAll('aws_organizations_aws_service_access.this', 'terraform_data.this'),
    )
  for (const file of ['iam', 'task'])
    edit(`team-infrastructure/ecs-service/${file}.tf`, (text) =>
      text.replaceAll('data.aws_region.current.region', 'data.aws_region.current.name'),
    )
  for (const file of ['organization', 'organization-policies'])
    edit(`organization/${file}.tf`, (text) => text.replace('"S3_POLICY"', '"AISERVICES_OPT_OUT_POLICY"'))
  return [
    `provider ${provider} has no argument region: one region, and none of version 6's own checks`,
    'something else stands for service access and for the type of the S3 policy, which this version does not know',
  ]
}

/**
 * Fits the folder networking to moto: its state and that of the folder organization are files. Resource shares and flow logs are left
 * out, because moto forgets a part of them.
 */
export function fitMoto(kit: string): void {
  editIn(kit, 'networking/versions.tf', (text) =>
    text
      .replace('backend "s3" {}', 'backend "local" {}')
      .replace(
        /backend = "s3"\n\n {2}config = \{[^}]*\}/,
        'backend = "local"\n  config  = { path = "../organization.tfstate" }',
      ),
  )
  for (const file of ['flow-logs', 'resource-shares']) rmSync(path.join(kit, `networking/${file}.tf`))
  const outputs = {
    account_ids: {
      network: '123456789012',
      dev: '222233334444',
      staging: '333344445555',
      prod: '444455556666',
    },
    log_buckets: { flow: 'arn:aws:s3:::acme-log-flow-555566667777' },
    management_role: 'OrganizationAccountAccessRole',
  }
  const state = {
    version: 4,
    serial: 1,
    lineage: 'kit',
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, value]) => [
        name,
        {
          value,
          type:
            typeof value === 'string'
              ? 'string'
              : ['object', Object.fromEntries(Object.keys(value).map((key) => [key, 'string']))],
        },
      ]),
    ),
    resources: [],
  }
  writeFileSync(path.join(kit, 'organization.tfstate'), JSON.stringify(state))
  const values = readFileSync(path.join(kit, 'networking/terraform.tfvars.example'), 'utf8')
    .replaceAll('eu-central-1', 'us-east-1')
    .replaceAll('euc1-az', 'use1-az')
  writeFileSync(path.join(kit, 'networking/terraform.tfvars'), values)
}
