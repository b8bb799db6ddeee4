// Fits a copy of the kit to what is on this machine: moto instead of AWS, and an older provider.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { blocksIn, readHcl } from 'terraform/hcl'

/** What the run leaves out, and why. docs/verified.md says the same. */
export const leftOut: readonly { what: string; why: string; file?: string }[] = [
  { what: 'Access Analyzer', why: 'moto does not have it', file: 'access-analyzer' },
  { what: 'budgets and cost anomalies', why: 'moto forgets their tags and subscribers', file: 'budgets' },
  { what: 'Security Hub', why: 'moto has no central configuration', file: 'security-hub' },
  { what: 'central root access', why: 'moto does not have it' },
  { what: 'the S3 and EC2 organization policies', why: 'moto does not have their types' },
  { what: 'the stacks of the baseline', why: 'the stack set is kept, and deploys nothing' },
  { what: 'services of teams', why: 'a service of ECS never gets steady in moto' },
  { what: 'the state in S3', why: 'states are files, so that the run needs no lock' },
]

/** What services.ts answers: there, an empty plan shows only that Terraform agrees with itself. */
const answered = [
  'GuardDuty, with the agents that AWS adds',
  'service access and delegations, refused in the wrong order',
  'stack sets, resource shares, and parts of Identity Center',
]

/** @returns each change, in words, with what this run therefore does not show */
export function fitKit(kit: string, provider: string): string[] {
  const changes: string[] = []
  const edit = (file: string, change: (text: string) => string) => {
    const full = path.join(kit, file)
    const before = readFileSync(full, 'utf8')
    const after = change(before)
    if (after === before)
      throw new Error(
        `${file} is not as packages/kit-reader/checks/apply/fit.ts expects it: correct that file`,
      )
    writeFileSync(full, after)
  }
  /** Takes out the blocks of a type. */
  const without = (type: string) => (text: string) => {
    const lines: (string | null)[] = text.split('\n')
    for (const { labels, line, endLine } of blocksIn(readHcl(text), 'resource'))
      if (labels[0] === type) lines.fill(null, line - 1, endLine)
    return lines.filter((line) => line !== null).join('\n')
  }

  changes.push(...leftOut.map(({ what, why }) => `left out: ${what}, because ${why}`))
  changes.push(...answered.map((what) => `answered by this program, as AWS documents it: ${what}`))
  for (const layer of ['organization', 'iam-identity-center', 'networking'])
    edit(`${layer}/versions.tf`, (text) =>
      text
        .replace('backend "s3" {}', 'backend "local" {}')
        .replace(
          /backend = "s3"\n\n {2}config = \{[^}]*\}/,
          'backend = "local"\n  config  = { path = "../organization/terraform.tfstate" }',
        )
        .replace(/version = "~> [\d.]+"/, `version = "${provider}"`),
    )

  for (const { file } of leftOut) if (file) rmSync(path.join(kit, `organization/${file}.tf`))
  edit(
    'organization/guardduty.tf',
    (text) => `${text}\nlocals {\n  other_regions = setsubtract(var.regions, [var.home_region])\n}\n`,
  )
  edit('organization/delegated-administrators.tf', without('aws_securityhub_organization_admin_account'))
  edit('organization/alarms.tf', (text) =>
    text.replace(/\n {2}depends_on = \[aws_securityhub_\w+\.this\]\n/, ''),
  )
  edit('organization/organization.tf', without('aws_iam_organizations_features'))
  edit('organization/organization.tf', (text) => text.replace(/"(DECLARATIVE_POLICY_EC2|S3_POLICY)", /g, ''))
  edit('organization/variables.tf', (text) =>
    text.replace('["ec2-policy", "s3-policy", "tag-policy"]\n\n', '["tag-policy"]\n\n'),
  )

  if (Number(provider.split('.')[0]) < 6) {
    changes.push(
      `provider ${provider} has no argument region: one region, us-east-1, and none of version 6's own checks`,
    )
    for (const file of [
      'organization/alarms.tf',
      'organization/config.tf',
      'organization/disks.tf',
      'organization/guardduty.tf',
      'organization/delegated-administrators.tf',
      'iam-identity-center/alarms.tf',
    ])
      edit(file, (text) => {
        const lines: (string | null)[] = text.split('\n')
        for (const { body } of blocksIn(readHcl(text), 'resource'))
          for (const one of body)
            if (one.kind === 'attribute' && one.name === 'region') lines[one.line - 1] = null
        return lines.filter((line) => line !== null).join('\n')
      })
    changes.push('service access is an argument of the organization, and no resource of its own')
    edit('organization/organization.tf', (text) => {
      const services = /for_each = toset\((\[[^\]]*\])\)/.exec(text)?.[1] ?? '[]'
      // StackSets and resource sharing are switched on in other ways in AWS.
      return without('aws_organizations_aws_service_access')(text).replace(
        'feature_set = "ALL"\n',
        `feature_set = "ALL"\n\n  aws_service_access_principals = concat(${services}, ["member.org.stacksets.cloudformation.amazonaws.com", "ram.amazonaws.com"])\n`,
      )
    })
    for (const file of ['accounts', 'cloudtrail', 'delegated-administrators', 'organization-policies'])
      edit(`organization/${file}.tf`, (text) =>
        text.replaceAll('aws_organizations_aws_service_access.this', 'aws_organizations_organization.this'),
      )
  }
  for (const layer of ['organization', 'iam-identity-center', 'networking']) {
    const values = readFileSync(path.join(kit, layer, 'terraform.tfvars.example'), 'utf8')
      .replaceAll('000011112222', '123456789012')
      .replace(/regions( +)= \[.*\]/, 'regions$1= ["us-east-1"]')
      .replaceAll('eu-central-1', 'us-east-1')
      .replaceAll('euc1-az', 'use1-az')
    writeFileSync(path.join(kit, layer, 'terraform.tfvars'), values)
  }
  return changes
}
