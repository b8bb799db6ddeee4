// Checks what a schema does not say: the order that AWS needs, resources that cannot do what the kit would need, and files that
// only work together. Each rule names the page that it comes from.
import { attributeOf, blocksIn, textIn } from '../hcl.ts'
import { file } from '../kit-policies.ts'
import { attachmentsOf } from '../organization.ts'
import type { KitFile, Problem } from '../read-kit.ts'

const registry = 'https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources'

/**
 * Resources that must come after others. A reference or `depends_on` makes the order. With `each`, only a resource with
 * `for_each` must.
 */
const order: { type: string; after: string[]; each?: true; source: string }[] = [
  {
    // "Access Analyzer Service Linked Role is not in the organizational management account"
    type: 'aws_accessanalyzer_analyzer',
    after: ['aws_iam_service_linked_role', 'aws_organizations_delegated_administrator'],
    source: 'https://github.com/kubernetes/k8s.io/pull/4718',
  },
  {
    type: 'aws_config_configuration_aggregator',
    after: ['aws_iam_role_policy_attachment', 'aws_organizations_delegated_administrator'],
    source: `${registry}/config_configuration_aggregator`,
  },
  {
    type: 'aws_config_delivery_channel',
    after: ['aws_config_configuration_recorder', 'aws_s3_bucket_policy'],
    source: `${registry}/config_delivery_channel`,
  },
  {
    type: 'aws_config_configuration_recorder_status',
    after: ['aws_config_delivery_channel'],
    source: `${registry}/config_configuration_recorder_status`,
  },
  {
    type: 'aws_cloudtrail',
    after: ['aws_s3_bucket_policy', 'aws_organizations_aws_service_access'],
    source: `${registry}/cloudtrail`,
  },
  {
    type: 'aws_guardduty_organization_admin_account',
    after: ['aws_guardduty_detector', 'aws_organizations_aws_service_access'],
    source: `${registry}/guardduty_organization_admin_account`,
  },
  {
    // "one region completes successfully and all others fail": one region has to be first.
    type: 'aws_guardduty_organization_admin_account',
    after: ['aws_guardduty_organization_admin_account'],
    each: true,
    source: 'https://github.com/aws-samples/aws-secure-environment-accelerator/issues/778',
  },
  {
    type: 'aws_guardduty_organization_configuration',
    after: ['aws_guardduty_organization_admin_account'],
    source: `${registry}/guardduty_organization_configuration`,
  },
  {
    type: 'aws_securityhub_organization_admin_account',
    after: ['aws_securityhub_account', 'aws_organizations_aws_service_access'],
    source: `${registry}/securityhub_organization_admin_account`,
  },
  {
    type: 'aws_securityhub_organization_configuration',
    after: ['aws_securityhub_finding_aggregator'],
    source: `${registry}/securityhub_organization_configuration`,
  },
  {
    type: 'aws_securityhub_configuration_policy',
    after: ['aws_securityhub_organization_configuration'],
    source: `${registry}/securityhub_configuration_policy`,
  },
  {
    type: 'aws_s3_bucket_lifecycle_configuration',
    after: ['aws_s3_bucket_versioning'],
    source: `${registry}/s3_bucket_lifecycle_configuration`,
  },
  {
    type: 'aws_ssoadmin_account_assignment',
    after: ['aws_ssoadmin_managed_policy_attachment', 'aws_ssoadmin_permission_set_inline_policy'],
    source: `${registry}/ssoadmin_account_assignment`,
  },
  {
    type: 'aws_ecs_service',
    after: ['aws_iam_role_policy', 'aws_lb_listener_rule'],
    source: `${registry}/ecs_service`,
  },
  { type: 'aws_nat_gateway', after: ['aws_internet_gateway'], source: `${registry}/nat_gateway` },
  {
    // A recorder that starts before the bucket lets it in cannot deliver, and its stack fails.
    type: 'aws_cloudformation_stack_set',
    after: ['aws_s3_bucket_policy'],
    source: `${registry}/config_delivery_channel`,
  },
  {
    type: 'aws_cloudformation_stack_instances',
    after: ['aws_organizations_account'],
    source: `${registry}/cloudformation_stack_instances`,
  },
]

/** Resources and arguments that fail where the kit would use them. */
const forbidden: { type: string; attribute?: string; why: string; source: string }[] = [
  {
    type: 'aws_ce_anomaly_monitor',
    why: 'an account may have one monitor of services, and Cost Explorer makes it: take its ARN from a variable',
    source: 'https://docs.aws.amazon.com/cost-management/latest/userguide/management-limits.html',
  },
  {
    type: 'aws_cloudformation_stack_set_instance',
    why: 'its update sends the id of the unit as an account: use aws_cloudformation_stack_instances',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/40675',
  },
  {
    type: 'aws_cloudformation_stack_instances',
    attribute: 'parameter_overrides',
    why: 'accounts that join a unit later get the values of the stack set, and no overrides',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/stacksets-orgs-manage-auto-deployment.html',
  },
]

const routing = 'https://docs.aws.amazon.com/vpc/latest/tgw/transit-gateway-nat-igw.html'

/** What an argument has to contain, because the kit fails or harms without it. With `name`, that resource has to exist, too. */
const needed: {
  type: string
  name?: string
  attribute: string
  contains: string
  why: string
  source: string
}[] = [
  ...(
    [
      ['not_to_each_other', 'blackhole', 'true'],
      ['not_to_each_other', 'destination_cidr_block', 'var.pool_cidr'],
      ['not_to_each_other', 'transit_gateway_route_table_id', 'route_table.environment['],
    ] as const
  ).map(([name, attribute, contains]) => ({
    type: 'aws_ec2_transit_gateway_route',
    name,
    attribute,
    contains,
    why: 'environments reach each other through the egress VPC',
    source: routing,
  })),
  ...(
    [
      ['egress_back', 'destination_cidr_block', 'var.pool_cidr'],
      ['egress_back', 'transit_gateway_id', 'aws_ec2_transit_gateway.this'],
    ] as const
  ).map(([name, attribute, contains]) => ({
    type: 'aws_route',
    name,
    attribute,
    contains,
    why: 'answers from the internet find no way back to an environment',
    source: routing,
  })),
  {
    type: 'aws_organizations_aws_service_access',
    attribute: 'for_each',
    contains: '"malware-protection.guardduty.amazonaws.com"',
    why: 'EBS_MALWARE_PROTECTION in guardduty_features needs it',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/30475',
  },
  {
    type: 'aws_organizations_organization',
    attribute: 'enabled_policy_types',
    contains: 'var.further_policy_types',
    why: 'the provider switches off the other types of an adopted organization, and AWS detaches their policies',
    source: 'https://docs.aws.amazon.com/organizations/latest/userguide/disable-policy-type.html',
  },
]

/** Arguments that AWS answers with although the kit does not send them. A plan that compares them is never empty. */
const ignored: { type: string; attribute: string; why: string; source: string }[] = [
  ...['aws_guardduty_detector_feature', 'aws_guardduty_organization_configuration_feature'].map((type) => ({
    type,
    attribute: 'additional_configuration',
    why: 'AWS answers with the agents of RUNTIME_MONITORING, and each plan would replace it',
    source: 'https://github.com/hashicorp/terraform-provider-aws/issues/36695',
  })),
  {
    type: 'aws_cloudformation_stack_set',
    attribute: 'administration_role_arn',
    why: 'AWS sets it for service-managed sets',
    source: `${registry}/cloudformation_stack_set`,
  },
  {
    type: 'aws_organizations_account',
    attribute: 'role_name',
    why: 'AWS does not report it, and a plan would replace an imported account',
    source: `${registry}/organizations_account`,
  },
]

export function checkProviderFacts(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  for (const { path, hcl } of files) {
    for (const block of blocksIn(hcl ?? [], 'resource')) {
      const [type = '', name = ''] = block.labels
      const report = (message: string) => problems.push({ file: path, line: block.line, message })
      for (const rule of forbidden) {
        if (rule.type !== type || (rule.attribute && !attributeOf(block.body, rule.attribute))) continue
        const what = rule.attribute
          ? `${type}.${name} sets ${rule.attribute}`
          : `${type}.${name} does not work here`
        report(`${what}: ${rule.why} (${rule.source})`)
      }
      for (const rule of needed.filter((one) => one.type === type && (one.name ?? name) === name))
        if (!attributeOf(block.body, rule.attribute)?.expression.includes(rule.contains))
          report(`${type}.${name} has no ${rule.contains} in ${rule.attribute}: ${rule.why} (${rule.source})`)
      const lifecycle = blocksIn(block.body, 'lifecycle')[0]
      const changes = lifecycle && attributeOf(lifecycle.body, 'ignore_changes')?.expression
      for (const rule of ignored.filter((one) => one.type === type))
        if (!changes?.includes(rule.attribute))
          report(`${type}.${name} does not ignore changes of ${rule.attribute}: ${rule.why} (${rule.source})`)
      const text = textIn(block.body)
      const isEach = attributeOf(block.body, 'for_each') !== undefined
      for (const rule of order.filter((one) => one.type === type && (isEach || !one.each)))
        for (const earlier of rule.after)
          if (!new RegExp(`\\b${earlier}\\.`).test(text))
            report(`${type}.${name} may be made before ${earlier}: add it to depends_on (${rule.source})`)
    }
  }
  const all = files.flatMap(({ hcl }) => blocksIn(hcl ?? [], 'resource'))
  const layers = new Set(files.map(({ path }) => path.split('/')[0]))
  for (const { type, name, why, source } of layers.has('networking') ? needed : [])
    if (name && !all.some(({ labels }) => labels.join('.') === `${type}.${name}`))
      problems.push({ file: 'networking', line: 0, message: `has no ${type}.${name}: ${why} (${source})` })
  return [
    ...problems,
    ...checkWayOut(files),
    ...checkDataSources(files),
    ...checkThrottling(files),
    ...checkDisks(files),
    ...checkIdentityAccount(files),
  ]
}

/** What a packet passes behind the transit gateway, both ways. */
const sharedWay = [
  'aws_ec2_transit_gateway_route.not_to_each_other',
  'aws_ec2_transit_gateway_route.out',
  'aws_ec2_transit_gateway_route_table_association.egress',
  'aws_ec2_transit_gateway_route_table_association.environment',
  'aws_ec2_transit_gateway_route_table_propagation.back',
  'aws_route.egress_back',
  'aws_route.egress_internet',
  'aws_route.egress_nat',
  'aws_route_table_association.egress_attachment',
  'aws_route_table_association.egress_public',
]

/**
 * A change of egress keeps private subnets connected: one route changes its target in place after the new way is complete, and
 * Terraform destroys the old way after that: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
 */
function checkWayOut(files: KitFile[]): Problem[] {
  const routes = file(files, 'networking/routes.tf')
  if (!routes) return []
  const all = files.flatMap(({ path, hcl }) =>
    blocksIn(hcl ?? [], 'resource').map((block) => ({ path, block })),
  )
  const find = (address: string) => all.find(({ block }) => block.labels.join('.') === address)
  const report = (path: string, line: number, message: string): Problem => ({ file: path, line, message })
  const route = find('aws_route.private')?.block
  const targets = ['nat_gateway_id', 'transit_gateway_id']
  if (!route || targets.some((name) => !attributeOf(route.body, name)))
    return [
      report(
        routes.path,
        0,
        `needs one aws_route.private with ${targets.join(' and ')}: two routes for one destination leave a gap`,
      ),
    ]
  const waitsFor = attributeOf(route.body, 'depends_on')?.expression ?? ''
  return [
    ...sharedWay
      .filter((address) => !waitsFor.includes(`${address},`))
      .map((address) =>
        report(routes.path, route.line, `aws_route.private may move before ${address} exists`),
      ),
    ...['aws_nat_gateway.vpc', ...sharedWay].flatMap((address) => {
      const found = find(address)
      const lifecycle = found && blocksIn(found.block.body, 'lifecycle')[0]
      if (lifecycle && attributeOf(lifecycle.body, 'create_before_destroy')?.expression === 'true') return []
      return [
        report(
          found?.path ?? routes.path,
          found?.block.line ?? 0,
          `${address} may be destroyed before aws_route.private has moved: set create_before_destroy`,
        ),
      ]
    }),
  ]
}

/** Resources of which there is always the same number. */
const fixed = new Set(['aws_s3_bucket.log'])

/**
 * A data source that depends on resources is read during the apply when one of them is new, so its policies show as changed:
 * https://developer.hashicorp.com/terraform/language/data-sources
 */
function checkDataSources(files: KitFile[]): Problem[] {
  return files.flatMap(({ path, hcl }) =>
    blocksIn(hcl ?? [], 'data').flatMap((block) => {
      const each = attributeOf(block.body, 'for_each')?.expression ?? ''
      const [, follows] =
        /^(aws_\w+\.\w+)/.exec(each) ?? /(aws_\w+\.\w+)\["?[^\]]*each\.key/.exec(textIn(block.body)) ?? []
      if (!follows || fixed.has(follows)) return []
      const message = `data.${block.labels.join('.')} follows ${follows}: one more of it shows all others as changed`
      return { file: path, line: block.line, message }
    }),
  )
}

/** AWS throttles many contacts and assignments: https://github.com/hashicorp/terraform-provider-aws/issues/42484 */
function checkThrottling(files: KitFile[]): Problem[] {
  return ['organization', 'iam-identity-center'].flatMap((layer) => {
    const path = `${layer}/providers.tf`
    const provider = blocksIn(file(files, path)?.hcl ?? [], 'provider').find(
      ({ body }) => !attributeOf(body, 'alias'),
    )
    if (!provider || attributeOf(provider.body, 'retry_mode')?.expression === '"adaptive"') return []
    const message = 'does not slow down when AWS throttles: set retry_mode to "adaptive"'
    return { file: path, line: provider.line, message }
  })
}

/** A policy against unencrypted disks denies the start of most servers until encryption by default is on. */
function checkDisks(files: KitFile[]): Problem[] {
  const isDenied = Object.values(attachmentsOf(files).possible).flat().includes('require-encryption')
  const baseline = file(files, 'organization/account-baseline.yaml')
  if (!isDenied || !baseline || baseline.text.includes('ec2:EnableEbsEncryptionByDefault')) return []
  const message = 'does not encrypt new disks, and scp-require-encryption.json denies unencrypted ones'
  return [{ file: baseline.path, line: 0, message }]
}

/** Whoever is an administrator of the account of Identity Center can give themselves every other account. */
function checkIdentityAccount(files: KitFile[]): Problem[] {
  const variable = blocksIn(file(files, 'organization/variables.tf')?.hcl ?? [], 'variable').find(
    ({ labels }) => labels[0] === 'identity_account',
  )
  const account = variable && attributeOf(variable.body, 'default')?.expression.replaceAll('"', '')
  const example = file(files, 'iam-identity-center/terraform.tfvars.example')
  const access = attributeOf(example?.hcl ?? [], 'access')
  if (!account || !access || !new RegExp(`^\\s*${account}\\s*=`, 'm').test(access.expression)) return []
  const message = `gives people access to ${account}, where Identity Center and the break-glass users are`
  return [{ file: example?.path ?? '', line: access.line, message }]
}
