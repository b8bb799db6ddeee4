// Makes each kind of mistake once in a copy of the kit's files, and expects its check to find it.
import { beforeAll, expect, test } from 'vitest'
import { checkCosts } from '../costs.ts'
import { checkFacts } from '../facts.ts'
import { checkIndex, excerptOf } from '../kit-index.ts'
import { type KitFile, type Problem, parseFile, readKit } from '../read-kit.ts'
import { checkPolicies } from './check-policies.ts'
import { checkDocuments, checkVersion } from './documents.ts'
import { checkEvents } from './events.ts'
import { checkFormat } from './format.ts'
import { checkProviderFacts } from './provider-facts.ts'
import { checkReferences } from './references.ts'
import { checkResourcePolicies } from './resource-policies.ts'
import { checkRoleArns, checkRoleNames } from './roles.ts'
import { checkSchema } from './schema.ts'
import { checkTemplates } from './templates.ts'
import { checkTrust } from './trust.ts'
import { checkUpgrade } from './upgrade.ts'
import { checkWorkflows } from './workflows.ts'

let kit: KitFile[]
beforeAll(async () => {
  kit = await readKit()
})

type Mistake = [
  mistake: string,
  check: (files: KitFile[]) => Problem[] | Promise<Problem[]>,
  path: string,
  original: string,
  replacement: string,
  message: string,
]

const organization = 'organization/organization.tf'
const service = 'team-infrastructure/ecs-service/service.tf'
const bootstrap = 'team-infrastructure/environments/bootstrap.yaml'
const broken = (files: KitFile[]) => files.flatMap((file) => file.broken ?? [])

// biome-ignore format: a table, with a row for each line
const mistakes: Mistake[] = [
  ['a brace is missing', broken, organization, 'feature_set = "ALL"', 'feature_set = {', 'is not valid HCL'],
  ['a misaligned equals sign', checkFormat, service, 'launch_type  ', 'launch_type', 'is not formatted'],
  ['a resource that does not exist', checkSchema, organization, '"aws_ram_sharing_with_organization"', '"aws_ram_sharing"', 'the schema has no resource aws_ram_sharing'],
  ['an attribute that does not exist', checkSchema, organization, 'feature_set =', 'features =', 'aws_organizations_organization.this has no attribute features'],
  ['a required attribute is missing', checkSchema, 'organization/cloudtrail.tf', 's3_bucket_name  ', 's3_key_prefix   ', 'aws_cloudtrail.organization lacks s3_bucket_name'],
  ['an attribute that AWS sets', checkSchema, 'organization/cloudtrail.tf', 's3_bucket_name  ', 'home_region = "x"\n  s3_bucket_name  ', 'home_region is set by AWS'],
  ['a block that does not exist', checkSchema, service, 'deployment_circuit_breaker {', 'circuit_breaker {', 'has no block circuit_breaker'],
  ['a block written as an attribute', checkSchema, service, 'network_configuration {', 'network_configuration = {', 'network_configuration is a block'],
  ['an attribute written as a block', checkSchema, 'organization/account-baseline.tf', 'parameters = {', 'parameters {', 'parameters is an attribute'],
  ['a required block is missing', checkSchema, 'iam-identity-center/users.tf', '  name {\n    given_name  = each.value.given_name\n    family_name = each.value.family_name\n  }', '', 'lacks the block name'],
  ['an attribute inside a block', checkSchema, service, 'rollback = true', 'roll_back = true', 'deployment_circuit_breaker has no attribute roll_back'],
  ['a variable that is not declared', checkReferences, organization, '"ALL"', 'var.feature_set', 'var.feature_set is not declared'],
  ['a local that is not declared', checkReferences, 'organization/budgets.tf', 'local.account_ids[', 'local.accounts[', 'local.accounts is not declared'],
  ['a resource that is not declared', checkReferences, 'organization/cloudtrail.tf', 'aws_s3_bucket_policy.trail', 'aws_s3_bucket_policy.logs', 'aws_s3_bucket_policy.logs is not declared'],
  ['an attribute of another resource', checkReferences, 'organization/cloudtrail.tf', 'aws_kms_key.trail.arn', 'aws_kms_key.trail.uri', 'aws_kms_key has no attribute uri'],
  ['a provider alias that is not declared', checkReferences, 'organization/config.tf', 'provider = aws.audit', 'provider = aws.auditor', 'alias auditor'],
  ['a module input that does not exist', checkReferences, 'team-infrastructure/environments/main.tf', 'port      = 8080', 'ports     = 8080', 'has no variable ports'],
  ['a module input that is missing', checkReferences, 'team-infrastructure/environments/main.tf', 'port      = 8080', '', 'requires port'],
  ['a module output that does not exist', checkReferences, 'team-infrastructure/environments/outputs.tf', 'module.api.task_role_name', 'module.api.role_name', 'has no output role_name'],
  ["another layer's output that does not exist", checkReferences, 'networking/versions.tf', '.outputs.account_ids', '.outputs.accounts', 'organization has no output accounts'],
  ['a variable that nothing uses', checkReferences, 'organization/variables.tf', 'variable "anomaly_usd"', 'variable "unused" {\n  description = "x"\n  type        = string\n}\n\nvariable "anomaly_usd"', 'var.unused is never used'],
  ['a variable without a description', checkReferences, 'organization/variables.tf', '  description = "The address that gets mails about budgets and unusual costs."\n', '', 'variable budget_email has no description'],
  ['a local that nothing uses', checkReferences, 'organization/accounts.tf', 'locals {', 'locals {\n  unused = 1', 'local.unused is never used'],
  ['an example with a wrong name', checkReferences, 'organization/terraform.tfvars.example', 'budget_email  ', 'budget_mail  ', 'has no variable budget_mail'],
  ['an example that lacks a value', checkReferences, 'organization/terraform.tfvars.example', 'budget_email   = "finance@example.com"', '', 'lacks budget_email'],
  ['a test of something that does not exist', checkReferences, 'organization/organization.tftest.hcl', 'aws_organizations_account.this) == 6', 'aws_organizations_accounts.this) == 6', 'aws_organizations_accounts.this is not declared'],
  ['a template that names a missing resource', checkTemplates, 'organization/account-baseline.yaml', '!Ref ConfigBucket', '!Ref Bucket', 'Bucket is neither a parameter nor a resource'],
  ['a template with an unknown condition', checkTemplates, 'organization/account-baseline.yaml', 'Condition: WithGitHubProvider', 'Condition: WithGitHub', 'the condition WithGitHub does not exist'],
  ['a policy that is not JSON', checkPolicies, 'organization/scp-deny-leave.json', '"Effect"', 'Effect', 'is not valid JSON'],
  ['a service with a typo', checkPolicies, 'organization/scp-deny-leave.json', 'organizations:Leave', 'organisations:Leave', 'the service of organisations:LeaveOrganization is unknown'],
  ['an action with a typo', checkPolicies, 'organization/scp-protect-security.json', '"config:DeleteDeliveryChannel"', '"config:DeleteDeliveryChanel"', 'AWS has no action config:DeleteDeliveryChanel'],
  ['an action of a template with a typo', checkPolicies, bootstrap, 'ecs:UpdateClusterSettings', 'ecs:UpdateClusterSetting', 'AWS has no action ecs:UpdateClusterSetting'],
  ['an action of a bucket policy with a typo', checkPolicies, 'organization/log-archive.tf', '"s3:GetBucketAcl"', '"s3:GetBucketACLs"', 'AWS has no action s3:GetBucketACLs'],
  ['a policy that is attached to nothing', checkPolicies, 'organization/service-control-policies.tf', '["protect-log-archive"]', '[]', 'is attached to nothing'],
  ['a policy that has no document', checkPolicies, 'organization/service-control-policies.tf', '["protect-log-archive"]', '["protect-log-archive", "deny-more"]', 'there is no scp-deny-more.json'],
  ['too many policies on one unit', checkPolicies, 'organization/service-control-policies.tf', '["protect-log-archive"]', `["protect-log-archive", ${'"deny-leave", '.repeat(9)}]`, 'security has 11 policies'],
  ['a policy that is too long', checkPolicies, 'organization/scp-deny-leave.json', '"organizations:LeaveOrganization"', `["organizations:LeaveOrganization", "organizations:${'x'.repeat(10_300)}"]`, 'and AWS allows 10240'],
  ['a missing exemption', checkPolicies, 'organization/scp-protect-security.json', '"arn:aws:iam::*:role/stacksets-exec-*"', '"arn:aws:iam::*:role/other-*"', 'StackSets changes a recorder'],
  ['an action that is no longer denied', checkPolicies, 'organization/scp-protect-security.json', '"config:PutConfigurationRecorder",', '', 'make the recorder record nothing'],
  ['a global service that is denied', checkPolicies, 'organization/scp-region-allowlist.json', '"iam:*",', '', 'read roles, a global service'],
  ['a boundary with a gap', checkPolicies, 'iam-identity-center/permission-boundary.json', '"iam:CreateUser",', '', 'make a user'],
  ["a deploy role that reaches other teams' services", checkPolicies, bootstrap, ':service/${Team}/*', ':service/*', "stop another team's service"],
  ['a plan role that reads secrets', checkPolicies, bootstrap, '                  - route53:GetChange\n', '                  - secretsmanager:GetSecretValue\n', 'read a secret'],
  ['a deploy role for every branch', checkPolicies, bootstrap, ':environment:${Environment}', ':ref:refs/heads/main', 'may be assumed outside of a GitHub environment'],
  ['a deploy role for a pattern of repositories', checkPolicies, bootstrap, 'repo:${Repository}:environment', 'repo:*:environment', 'does not check the whole subject'],
  ['an action that is pinned by a tag', checkWorkflows, 'team-infrastructure/plan.yml', 'checkout@3d3c42e5aac5ba805825da76410c181273ba90b1', 'checkout@v7', 'actions/checkout is not pinned'],
  ['an extra permission', checkWorkflows, 'team-infrastructure/build.yml', 'contents: read', 'contents: write', 'has contents: write'],
  ['a plan that waits for an approval', checkWorkflows, 'team-infrastructure/plan.yml', '    timeout-minutes: 30', '    timeout-minutes: 30\n    environment: prod', 'the plan waits for approval'],
  ['an apply without an environment', checkWorkflows, 'team-infrastructure/apply.yml', '    environment: prod\n    concurrency', '    concurrency', 'applies without an environment'],
  ['an apply of a new plan', checkWorkflows, 'team-infrastructure/apply.yml', 'terraform apply -input=false plan.bin', 'terraform apply -auto-approve', 'applies something other than the reviewed plan'],
  ['a script that contains an expression', checkWorkflows, 'team-infrastructure/plan.yml', 'run: terraform init -input=false', 'run: terraform init ${{ github.head_ref }} -input=false', 'puts an expression into a script'],
  ["a Terraform version that is not the kit's", checkWorkflows, 'team-infrastructure/apply.yml', 'terraform_version: 1.16.6', 'terraform_version: 1.5.7', 'terraform_version is not'],
  // What an engineer found in the first version, put back.
  ['a monitor that a fresh account cannot make', checkProviderFacts, 'organization/budgets.tf', 'resource "aws_ce_anomaly_subscription"', 'resource "aws_ce_anomaly_monitor" "services" {}\n\nresource "aws_ce_anomaly_subscription"', 'aws_ce_anomaly_monitor.services does not work here'],
  ["an upgrade that commits the buyer's files to the branch kit", checkUpgrade, 'docs/upgrading.md', 'git worktree add --detach ../kit-base\ncd ../kit-base\ngit checkout --orphan kit\ngit rm -rfq .\n', 'git checkout --orphan kit\ngit rm -rf --cached . > /dev/null\n', 'the branch kit has something other than the archive'],
  ["an upgrade that loses the buyer's files", checkUpgrade, 'docs/upgrading.md', 'git worktree add --detach ../kit-base\ncd ../kit-base\ngit checkout --orphan kit\ngit rm -rfq .\n', 'git worktree add --detach ../kit-base\ncd ../kit-base\ngit checkout --orphan kit\n', "loses the buyer's organization/terraform.tfvars"],
  ['a pipeline that cannot change its tags', checkPolicies, bootstrap, '[acm:AddTagsToCertificate, acm:RemoveTagsFromCertificate, ec2:CreateTags, ec2:DeleteTags]', '[ec2:DescribeTags]', 'change a tag of its security group'],
  ["services that reach another team's secrets", checkPolicies, 'iam-identity-center/permission-boundary.json', '"Action": "*",\n      "Resource": "*",\n      "Condition"', '"Action": "ec2:*",\n      "Resource": "*",\n      "Condition"', "read another team's secret"],
  ['a state that everybody in the account may write', checkPolicies, bootstrap, '              - s3:PutObject\n              - s3:PutReplicationConfiguration', '              - s3:PutReplicationConfiguration', "overwrite a team's state"],
  ['a state that replication overwrites', checkPolicies, bootstrap, '              - s3:ReplicateObject\n', '', "overwrite a team's state by replication"],
  ['a state that replication copies away', checkPolicies, bootstrap, ', s3:GetObjectVersionForReplication]', ']', "read a team's state by replication"],
  ['a pipeline that attaches any policy', checkPolicies, bootstrap, '                Action: [iam:AttachRolePolicy, iam:DetachRolePolicy]\n                Resource: !Sub arn:aws:iam::${AWS::AccountId}:role/app/${Team}/*\n                Condition:', '                Action: [iam:AttachRolePolicy, iam:DetachRolePolicy]\n                Resource: !Sub arn:aws:iam::${AWS::AccountId}:role/app/${Team}/*\n                Conditions:', 'attach AdministratorAccess to its role'],
  ['Identity Center where people work', checkProviderFacts, 'organization/variables.tf', 'default     = "identity"', 'default     = "audit"', 'gives people access to audit'],
  ['break-glass users whom an administrator can take over', checkPolicies, 'organization/scp-protect-security.json', '"iam:CreateAccessKey",', '', 'make an access key for a break-glass user'],
  ['an order that the provider asks for', checkProviderFacts, 'organization/config.tf', '    aws_iam_role_policy_attachment.config_aggregator,\n', '', 'may be made before aws_iam_role_policy_attachment'],
  ['an analyzer before its role in the management account', checkProviderFacts, 'organization/access-analyzer.tf', '    aws_iam_service_linked_role.access_analyzer,\n', '', 'may be made before aws_iam_service_linked_role'],
  ['an adopted organization that loses its other policies', checkProviderFacts, organization, '    var.further_policy_types,\n', '', 'the provider switches off the other types'],
  ['a bucket that a failed deployment leaves behind', checkTemplates, bootstrap, 'DeletionPolicy: RetainExceptOnCreate', 'DeletionPolicy: Retain', 'StateBucket outlives a first deployment'],
  ['a provider that keeps a failed stack from being made again', checkTemplates, 'organization/account-baseline.yaml', '    Condition: WithGitHubProvider\n', '    Condition: WithGitHubProvider\n    DeletionPolicy: RetainExceptOnCreate\n', 'GitHubProvider outlives its stack'],
  ['delegations of GuardDuty in all regions at once', checkProviderFacts, 'organization/delegated-administrators.tf', '    aws_guardduty_organization_admin_account.home,\n', '', 'others may be made before aws_guardduty_organization_admin_account'],
  ['a plan of GuardDuty that nothing permits', checkProviderFacts, organization, '    "malware-protection.guardduty.amazonaws.com",\n', '', 'EBS_MALWARE_PROTECTION in guardduty_features needs it'],
  ['instances that cannot be updated', checkProviderFacts, 'organization/account-baseline.tf', '"aws_cloudformation_stack_instances"', '"aws_cloudformation_stack_set_instance"', 'its update sends the id of the unit'],
  ['overrides that new accounts do not get', checkProviderFacts, 'organization/account-baseline.tf', '  deployment_targets {', '  parameter_overrides = {}\n\n  deployment_targets {', 'sets parameter_overrides'],
  ['disks that a policy denies and nothing encrypts', checkProviderFacts, 'organization/account-baseline.yaml', 'ec2:EnableEbsEncryptionByDefault', 'ec2:DescribeVolumes', 'does not encrypt new disks'],
  ['developers with more than a view of prod', checkPolicies, 'iam-identity-center/terraform.tfvars.example', 'prod    = ["ViewOnly"]', 'prod    = ["PowerUser"]', 'developer in workloads: "delete a key in prod" is allowed'],
  ['developers without access to prod', checkPolicies, 'iam-identity-center/terraform.tfvars.example', '    prod    = ["ViewOnly"]\n', '', '"list servers in prod" is denied, and should be allowed'],
  ['a deploy role that people of its account may assume', checkPolicies, bootstrap, 'sub: !Sub repo:${Repository}:environment:${Environment}', 'sub: !Sub repo:${Repository}:environment:${Environment}\n          - Effect: Allow\n            Principal: { AWS: !Ref AWS::AccountId }\n            Action: sts:AssumeRole', '"assume the deploy role" is allowed'],
  ['a case whose session does not exist', checkPolicies, 'iam-identity-center/terraform.tfvars.example', '    dev     = ["PowerUser"]\n', '', 'is denied at the assignment, and should be denied at a policy'],
  ['a plan role that cannot find the zone of its team', checkPolicies, bootstrap, '                  - route53:ListHostedZones\n', '', '"find its zone" is denied'],
  ["a statement that reaches other teams' topics", checkPolicies, bootstrap, 'Resource: !Sub arn:aws:sns:*:${AWS::AccountId}:${Team}-*\n              - Sid: ScaleServices', 'Resource: "*"\n              - Sid: ScaleServices', 'ItsTopics allows sns:*'],
  ['a role of a layer that every branch may assume', checkPolicies, 'core-pipeline.yaml', 'repo:${Repository}:environment:networking', 'repo:${Repository}:ref:refs/heads/main', 'NetworkingRole may be assumed outside'],
  ['two roles of one account with one name', checkRoleNames, bootstrap, 'RoleName: !Sub deploy-${Team}', 'RoleName: !Sub plan-${Team}', 'DeployRole and PlanRole'],
  ['a team whose role takes a name of the baseline', checkRoleNames, bootstrap, 'RoleName: !Sub plan-${Team}', 'RoleName: !Ref Team', 'PlanRole and CorePlanRole'],
  ['a repository whose role takes a name of another account role', checkRoleNames, 'organization/images.tf', '"push-${replace', '"${replace', 'aws_iam_role.push'],
  ['agents of GuardDuty in every plan', checkProviderFacts, 'organization/guardduty.tf', 'ignore_changes = [additional_configuration]', 'ignore_changes = [detector_id]', 'aws_guardduty_detector_feature.audit does not ignore changes of additional_configuration'],
  ['agents of GuardDuty in every plan of the management account', checkProviderFacts, 'organization/guardduty.tf', '[additional_configuration, status]', '[status]', 'aws_guardduty_detector_feature.management does not ignore'],
  ['agents of the organization in every plan', checkProviderFacts, 'organization/guardduty.tf', '  lifecycle {\n    ignore_changes = [additional_configuration]\n  }\n\n  depends_on', '  depends_on', 'organization_configuration_feature.this does not ignore'],
  ['a break-glass role for every user of its account', checkTrust, 'organization/account-baseline.yaml', 'user/break-glass/*', 'user/*', 'another user with MFA may assume BreakGlassRole'],
  ['a deploy role of the wrong environment', checkTrust, 'core-pipeline.yaml', ':environment:networking', ':environment:organization', 'a job in the environment of its layer may not assume NetworkingRole'],
  ['a role of the core plan that is named otherwise', checkRoleArns, 'core-pipeline.yaml', 'role/baseline/core-plan', 'role/baseline/plan-core', 'names role/baseline/plan-core'],
  ['a pipeline that assumes a role by its old name', checkRoleArns, 'team-infrastructure/plan.yml', 'role/plan/plan-$', 'role/plan/$', 'names role/plan/orders, which'],
  ['a way out that ends before the new one exists', checkProviderFacts, 'networking/egress.tf', '  lifecycle {\n    create_before_destroy = true\n  }\n\n  depends_on = [aws_internet_gateway.this]', '  depends_on = [aws_internet_gateway.this]', 'aws_nat_gateway.vpc may be destroyed before aws_route.private has moved'],
  ['a route that moves before the way behind it exists', checkProviderFacts, 'networking/routes.tf', '    aws_route.egress_nat,\n', '', 'aws_route.private may move before aws_route.egress_nat exists'],
  ['two routes for one destination', checkProviderFacts, 'networking/routes.tf', '  transit_gateway_id     = local', '  vpc_peering_connection_id = local', 'two routes for one destination leave a gap'],
  ['a bucket that strangers read', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"s3:*", "secretsmanager:*", "sqs:*", "sts:AssumeRole"', '"secretsmanager:*", "sqs:*", "sts:AssumeRole"', '"a role of another organization reads an object" is not denied'],
  ['a trail of the organization that cannot be delivered', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"BoolIfExists": { "aws:PrincipalIsAWSService": "false" }', '"BoolIfExists": { "aws:PrincipalIsAWSService": ["false", "true"] }', `"CloudTrail delivers the organization's trail" is denied by OnlyPrincipalsOfTheOrganization`],
  ['a service that works for somebody else', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"Null": { "aws:SourceAccount": "false" }', '"Null": { "aws:SourceAccount": "true" }', `"CloudTrail delivers another organization's trail" is not denied`],
  ['partners who are shut out', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"aws:PrincipalAccount": "PARTNER_ACCOUNTS",\n', '', '"a partner assumes a role" is denied'],
  ['people who cannot sign in', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"sts:AssumeRole"', '"sts:*"', '"somebody signs in through Identity Center" is denied'],
  ['requests of the kit that are denied', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"aws:PrincipalOrgID": "ORGANIZATION_ID"', '"aws:PrincipalOrgID": "o-other"', 'log reader in security: "read the trail" is denied by OnlyPrincipalsOfTheOrganization'],
  ['pods that get no credentials', checkResourcePolicies, 'organization/rcp-only-my-github.json', '"Null": { "token.actions.githubusercontent.com:sub": "false" },\n', '', '"a pod of a cluster assumes its role" is denied'],
  ['a resource control policy that allows', checkResourcePolicies, 'organization/rcp-only-my-github.json', '"Deny"', '"Allow"', 'A resource control policy can only deny'],
  ['a resource control policy of one principal', checkResourcePolicies, 'organization/rcp-only-my-github.json', '"Principal": "*"', '"Principal": { "AWS": "*" }', 'A resource control policy has "Principal": "*"'],
  ['an action of a resource control policy with a typo', checkResourcePolicies, 'organization/rcp-only-my-organization.json', '"sts:AssumeRole"', '"sts:AssumeRol"', 'AWS has no action sts:AssumeRol'],
  ['a resource control policy that cannot be attached', checkResourcePolicies, 'organization/variables.tf', 'only-my-(github|organization)', 'only-my-(organization)', 'cannot be attached'],
  ['a baseline that goes with the recorders', checkTemplates, 'organization/account-baseline.yaml', '    Condition: InHomeRegion\n    Properties:\n      RoleName: break-glass', '    Condition: WithRecorder\n    Properties:\n      RoleName: break-glass', 'create_recorders = false takes away BreakGlassRole'],
  ['recorders that stay where Control Tower has its own', checkTemplates, 'organization/account-baseline.yaml', 'Type: AWS::Config::DeliveryChannel\n    Condition: WithRecorder', 'Type: AWS::Config::DeliveryChannel', 'create_recorders = false leaves ConfigChannel'],
  ['push policies of all teams in the plan of one', checkProviderFacts, 'organization/images.tf', 'repository/${each.key}"]', 'repository/${aws_ecr_repository.this[each.key].name}"]', 'data.aws_iam_policy_document.push follows aws_ecr_repository.this'],
  ['topics of all regions in the plan of one', checkProviderFacts, 'iam-identity-center/alarms.tf', 'data "aws_iam_policy_document" "alarms" {\n  for_each = var.alarm_regions', 'data "aws_iam_policy_document" "alarms" {\n  for_each = aws_sns_topic.alarms', 'data.aws_iam_policy_document.alarms follows aws_sns_topic.alarms'],
  ['a zone that a replacement deletes', checkTemplates, bootstrap, '    UpdateReplacePolicy: Retain\n', '', 'StateBucket outlives its stack, and not its replacement'],
  ['a function that fails and says nothing', checkTemplates, 'organization/account-baseline.yaml', ', reason=reason', '', 'EncryptNewDisksFunction sends no reason'],
  ['contacts that AWS throttles', checkProviderFacts, 'organization/providers.tf', '  retry_mode = "adaptive"\n', '', 'does not slow down when AWS throttles'],
  ['an alarm that waits for an event with a typo', checkEvents, 'organization/alarms.tf', '"StopLogging"', '"StopLoging"', 'waits for StopLoging, which cloudtrail does not have'],
  ['an alarm that waits for a beginning with a typo', checkEvents, 'organization/alarms.tf', '{ prefix = "Deregister" }', '{ prefix = "Unregister" }', 'waits for Unregister'],
  ['an alarm of another service', checkEvents, 'organization/alarms.tf', '"identitystore-scim.amazonaws.com"', '"identitystore.amazonaws.com"', 'waits for PatchGroup'],
  ['files that changed since their resources were counted', checkFacts, 'networking/egress.tf', 'resource "aws_eip" "vpc"', 'resource "aws_eip" "more"', 'changed since their resources were counted'],
  ['the region policy exempts every role', checkPolicies, 'organization/scp-region-allowlist.json', '"arn:aws:iam::*:role/stacksets-exec-*"', '"arn:aws:iam::*:role/*"', '"start a server in Mumbai" is allowed, and should be denied: neither scp-deny-leave.json, scp-deny-root.json, scp-protect-security.json, scp-deny-departed-user.json, scp-region-allowlist.json nor scp-require-encryption.json denies it'],
  ['the deploy role trusts pull requests', checkTrust, bootstrap, ':environment:${Environment}', ':pull_request', 'a pull request may assume DeployRole'],
  ['the core plan runs as a deploy role', checkWorkflows, 'core-plan.yml', 'role/plan/core', 'role/deploy/organization', 'the job plan assumes the deploy role without an environment'],
  ['the break-glass role needs no MFA', checkTrust, 'organization/account-baseline.yaml', '              Bool: { "aws:MultiFactorAuthPresent": "true" }\n              NumericLessThan: { "aws:MultiFactorAuthAge": "3600" }\n', '', 'a break-glass user without MFA may assume BreakGlassRole'],
  ['a route leads from one environment to the others', checkProviderFacts, 'networking/transit-gateway.tf', 'blackhole                      = true', 'transit_gateway_attachment_id  = aws_ec2_transit_gateway_vpc_attachment.egress[0].id', 'aws_ec2_transit_gateway_route.not_to_each_other has no true in blackhole: environments reach each other'],
  ['answers from the internet find no way back', checkProviderFacts, 'networking/egress.tf', '"aws_route" "egress_back"', '"aws_route" "egress_other"', 'has no aws_route.egress_back: answers from the internet find no way back'],
  ['every region records global types', checkTemplates, 'organization/account-baseline.yaml', '!If [InHomeRegion, true, false]', 'true', 'does not record global types in the home region'],
  ['recorders start before the bucket lets them in', checkProviderFacts, 'organization/account-baseline.tf', '  depends_on = [aws_s3_bucket_policy.config]\n', '', 'aws_cloudformation_stack_set.baseline may be made before aws_s3_bucket_policy'],
  ['a price that changed', checkCosts, 'docs/costs.md', '$109.50', '$99.50', 'has an outdated table'],
  ['a price in a description that changed', checkCosts, 'networking/variables.tf', '$183', '$200', 'shared costs $183'],
  ['a document that names a missing file', checkDocuments, 'docs/upgrading.md', '`CHANGELOG.md`', '`CHANGES.md`', 'names CHANGES.md'],
  ['a comment that names a missing file', checkDocuments, 'organization/accounts.tf', 'docs/runbook-close-account.md', 'docs/closing.md', 'names docs/closing.md'],
  ['a link to nowhere', checkDocuments, 'README.md', '(docs/getting-started.md)', '(docs/start)', 'links to docs/start'],
  ['a changelog without the newest version', checkVersion, 'VERSION', '1.0.0', '1.1.0', 'begins with 1.0.0, and VERSION is 1.1.0'],
  ['a file without a text', checkIndex, 'index.json', '"VERSION": {', '"VERSIONS": {', 'has no text for VERSION'],
  ['a text without a file', checkIndex, 'index.json', '"VERSION": {', '"VERSIONS": {', 'has a text for VERSIONS'],
  ['an index that is no JSON', checkIndex, 'index.json', '"VERSION": {', '"VERSION": {,', 'Invalid JSON'],
  ['a text that is not a text', checkIndex, 'index.json', '"description": "', '"description": 1, "": "', 'organization description Invalid type'],
  ['a description of two lines', checkIndex, 'index.json', '"description": "', '"description": "Two\\n', 'organization description is not one sentence'],
  ['an excerpt of a missing block', checkIndex, 'index.json', 'resource aws_cloudtrail organization', 'resource aws_cloudtrail trail', 'organization/cloudtrail.tf has no "resource aws_cloudtrail trail"'],
  ['a block that was renamed', checkIndex, 'organization/cloudtrail.tf', '"aws_cloudtrail" "organization"', '"aws_cloudtrail" "all"', 'has no "resource aws_cloudtrail organization"'],
]

/** Returns the kit with one replaced text in one file. @throws Error if the file does not contain the text */
async function plant(
  kit: KitFile[],
  path: string,
  original: string,
  replacement: string,
): Promise<KitFile[]> {
  const found = kit.find((file) => file.path === path)
  if (!found?.text.includes(original)) throw new Error(`${path} does not contain ${original}`)
  const changed = await parseFile(path, found.text.replace(original, replacement))
  return kit.map((file) => (file === found ? changed : file))
}

test.each(mistakes)('%s', async (_, check, path, original, replacement, message) => {
  const problems = await check(await plant(kit, path, original, replacement))
  expect(problems.map((problem) => problem.message).join('\n')).toContain(message)
})

test('an excerpt is the text of the file', () => {
  const excerptLines = (path: string, address: string) => {
    const file = kit.find((candidate) => candidate.path === path)
    return (file && excerptOf(file, address)?.code.split('\n')) ?? []
  }
  expect(excerptLines('organization/cloudtrail.tf', 'resource aws_cloudtrail organization')[0]).toBe(
    'resource "aws_cloudtrail" "organization" {',
  )
  expect(excerptLines('organization/providers.tf', 'provider aws audit')[1]).toContain('"audit"')
  expect(excerptLines('organization/service-control-policies.tf', 'locals attachments')[0]).toBe(
    'attachments = {',
  )
  expect(
    excerptLines('organization/scp-require-encryption.json', 'statement DenyUnencryptedVolumes').at(-1),
  ).toBe('}')
  expect(excerptLines('organization/account-baseline.yaml', 'key Resources.BreakGlassRole')[0]).toBe(
    'BreakGlassRole:',
  )
  expect(excerptLines('Makefile', 'target apply')[0]).toMatch(/^apply: /)
  expect(excerptLines('docs/getting-started.md', 'section 11. Commit').at(-1)).toContain('**Undo**')
})
