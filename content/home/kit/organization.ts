import { file, folder } from './node.ts'

export const organization = folder(
  'organization',
  'The organization itself: units, accounts, guardrails, audit trail and budgets.',
  'One Terraform root module, applied in the management account and nowhere else. Apply it first: the other folders read its account ids. You change the account list and the allowed regions; the rest works as it is.',
  [
    file(
      'organization/versions.tf',
      'Terraform and provider versions, and where the state lives.',
      'State is kept in S3 with native lock files, so there is no DynamoDB table to run. Put your bucket name in here once.',
      'hcl',
      `
terraform {
  required_version = ">= 1.11"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.0"
    }
  }

  backend "s3" {
    bucket       = "acme-terraform-state"
    key          = "organization/terraform.tfstate"
    region       = "eu-central-1"
    encrypt      = true
    use_lockfile = true
  }
}`,
    ),
    file(
      'organization/providers.tf',
      'The management account, and a provider for each account that this folder works in.',
      'The audit and log archive providers assume the role that Organizations creates in every new account.',
      'hcl',
      `
provider "aws" {
  region = var.home_region
}

provider "aws" {
  alias  = "audit"
  region = var.home_region

  assume_role {
    role_arn = "arn:aws:iam::\${local.account_ids["audit"]}:role/OrganizationAccountAccessRole"
  }
}`,
    ),
    file(
      'organization/variables.tf',
      'Every input of the folder, typed and validated.',
      'The account map is the one list that you maintain: name, email address and unit. A duplicate address fails at plan, before AWS refuses it halfway through.',
      'hcl',
      `
variable "accounts" {
  description = "Member accounts by name. Each email must be unique across all of AWS."
  type = map(object({
    email       = string
    unit        = string
    monthly_usd = optional(number, 100)
  }))

  validation {
    condition     = length(distinct([for a in var.accounts : lower(a.email)])) == length(var.accounts)
    error_message = "Two accounts share an email address."
  }
}`,
    ),
    file(
      'organization/terraform.tfvars.example',
      'A complete set of inputs to copy to terraform.tfvars.',
      'Seven member accounts in three units, with plus-addressed mail. Delete what you do not need: an account costs nothing, but a closed one stays on the list for 90 days.',
      'hcl',
      `
home_region  = "eu-central-1"
prefix       = "acme"
regions      = ["eu-central-1", "eu-west-1", "us-east-1"]
budget_email = "finance@example.com"

accounts = {
  log-archive = { email = "aws+logs@example.com", unit = "security" }
  audit       = { email = "aws+audit@example.com", unit = "security" }
  network     = { email = "aws+network@example.com", unit = "shared" }
  ci-runners  = { email = "aws+ci@example.com", unit = "shared" }
  dev         = { email = "aws+dev@example.com", unit = "workloads" }
  staging     = { email = "aws+staging@example.com", unit = "workloads" }
  prod        = { email = "aws+prod@example.com", unit = "workloads", monthly_usd = 2000 }
}`,
    ),
    file(
      'organization/organization.tf',
      'The organization, with the services it trusts and the policy types it uses.',
      'All features are on, which policies need. It protects itself from destroy, and an existing organization is adopted with the import block in the comments.',
      'hcl',
      `
resource "aws_organizations_organization" "this" {
  feature_set = "ALL"

  aws_service_access_principals = [
    "access-analyzer.amazonaws.com",
    "cloudtrail.amazonaws.com",
    "config.amazonaws.com",
    "guardduty.amazonaws.com",
    "ipam.amazonaws.com",
    "ram.amazonaws.com",
    "securityhub.amazonaws.com",
    "sso.amazonaws.com",
  ]

  enabled_policy_types = ["SERVICE_CONTROL_POLICY", "TAG_POLICY"]

  lifecycle {
    prevent_destroy = true
  }
}`,
    ),
    file(
      'organization/organizational-units.tf',
      'The units: security, shared, workloads, and one for accounts being closed.',
      'Flat on purpose: policies follow units, so a unit exists only where the rules differ. Add a name to the set to get a new one.',
      'hcl',
      `
locals {
  units = toset(["security", "shared", "workloads", "suspended"])
}

resource "aws_organizations_organizational_unit" "this" {
  for_each = local.units

  name      = each.key
  parent_id = aws_organizations_organization.this.roots[0].id
}`,
    ),
    file(
      'organization/accounts.tf',
      'One member account for each entry of the account map.',
      'Removing an entry never closes an account by accident: close_on_deletion is off and destroy is refused. The runbook for closing one is in docs.',
      'hcl',
      `
resource "aws_organizations_account" "this" {
  for_each = var.accounts

  name              = each.key
  email             = each.value.email
  parent_id         = aws_organizations_organizational_unit.this[each.value.unit].id
  role_name         = "OrganizationAccountAccessRole"
  close_on_deletion = false

  lifecycle {
    prevent_destroy = true
    ignore_changes  = [role_name]
  }
}

locals {
  account_ids = { for name, account in aws_organizations_account.this : name => account.id }
}`,
    ),
    file(
      'organization/service-control-policies.tf',
      'Reads the policy documents beside it and attaches each to its units.',
      'Documents stay plain JSON, so they can be reviewed and tested without Terraform. Which unit gets which policy is one map.',
      'hcl',
      `
locals {
  attachments = {
    security  = ["deny-leave", "deny-root", "protect-security"]
    shared    = ["deny-leave", "deny-root", "protect-security", "region-allowlist"]
    workloads = ["deny-leave", "deny-root", "protect-security", "region-allowlist"]
    suspended = ["deny-all"]
  }
  pairs = merge([
    for unit, names in local.attachments : { for name in names : "\${unit}/\${name}" => { unit = unit, name = name } }
  ]...)
}

resource "aws_organizations_policy_attachment" "scp" {
  for_each = local.pairs

  policy_id = aws_organizations_policy.scp[each.value.name].id
  target_id = aws_organizations_organizational_unit.this[each.value.unit].id
}`,
    ),
    file(
      'organization/scp-deny-leave.json',
      'Stops an account from leaving the organization.',
      'Attached to every unit with live accounts. Without it, an administrator of a member account can take the account, and its bill, elsewhere.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "DenyLeavingOrganization",
      "Effect": "Deny",
      "Action": "organizations:LeaveOrganization",
      "Resource": "*"
    }
  ]
}`,
    ),
    file(
      'organization/scp-region-allowlist.json',
      'Denies every region that you do not use, apart from global services.',
      'Global services answer in us-east-1, hence the exceptions. Put your regions into the condition; leave us-east-1 in it, or billing and certificates for CloudFront stop working.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "DenyOtherRegions",
      "Effect": "Deny",
      "NotAction": [
        "account:*", "budgets:*", "ce:*", "cloudfront:*",
        "globalaccelerator:*", "health:*", "iam:*", "organizations:*",
        "route53:*", "route53domains:*", "s3:GetAccountPublicAccessBlock",
        "s3:ListAllMyBuckets", "shield:*", "sts:*", "support:*",
        "trustedadvisor:*"
      ],
      "Resource": "*",
      "Condition": {
        "StringNotEquals": {
          "aws:RequestedRegion": ["eu-central-1", "eu-west-1", "us-east-1"]
        }
      }
    }
  ]
}`,
    ),
    file(
      'organization/scp-protect-security.json',
      'Keeps member accounts from switching off their own audit trail.',
      'Covers CloudTrail, Config, GuardDuty and Security Hub. The role that Terraform uses is exempt, so nobody else may make or change it; change its name here if yours differs.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "ProtectSecurityServices",
      "Effect": "Deny",
      "Action": [
        "cloudtrail:DeleteTrail", "cloudtrail:StopLogging",
        "config:DeleteConfigurationRecorder", "config:StopConfigurationRecorder",
        "guardduty:DeleteDetector", "guardduty:DisassociateFromAdministratorAccount",
        "securityhub:DisableSecurityHub"
      ],
      "Resource": "*",
      "Condition": {
        "ArnNotLike": { "aws:PrincipalArn": "arn:aws:iam::*:role/OrganizationAccountAccessRole" }
      }
    },
    {
      "Sid": "ProtectTheExemptRole",
      "Effect": "Deny",
      "Action": [
        "iam:AttachRolePolicy", "iam:CreateRole", "iam:DeleteRole", "iam:DeleteRolePolicy",
        "iam:DetachRolePolicy", "iam:PutRolePolicy", "iam:UpdateAssumeRolePolicy"
      ],
      "Resource": "arn:aws:iam::*:role/OrganizationAccountAccessRole",
      "Condition": {
        "ArnNotLike": { "aws:PrincipalArn": "arn:aws:iam::*:role/OrganizationAccountAccessRole" }
      }
    }
  ]
}`,
    ),
    file(
      'organization/scp-deny-root.json',
      'Denies all actions of the root user in member accounts.',
      'Does not touch the management account: service control policies never do. The few tasks that need root are in the break-glass runbook.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "DenyRootUser",
      "Effect": "Deny",
      "Action": "*",
      "Resource": "*",
      "Condition": { "ArnLike": { "aws:PrincipalArn": "arn:aws:iam::*:root" } }
    }
  ]
}`,
    ),
    file(
      'organization/scp-deny-all.json',
      'Denies everything: for accounts on their way out.',
      'Move an account to the suspended unit and nobody can work in it any more, while its data stays where it is. Close it when nothing has been missed.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [{ "Sid": "DenyAll", "Effect": "Deny", "Action": "*", "Resource": "*" }]
}`,
    ),
    file(
      'organization/tag-policy.json',
      'The spelling of the cost tags, the same in every account.',
      'Reports non-compliant tags without blocking anything. Add enforced_for once the report is clean.',
      'json',
      `
{
  "tags": {
    "team": { "tag_key": { "@@assign": "team" } },
    "environment": {
      "tag_key": { "@@assign": "environment" },
      "tag_value": { "@@assign": ["dev", "staging", "prod"] }
    }
  }
}`,
    ),
    file(
      'organization/delegated-administrators.tf',
      'Hands the security services to the audit account.',
      'Daily security work then needs no access to the management account. GuardDuty and Security Hub have resources of their own for this; the others share one.',
      'hcl',
      `
resource "aws_organizations_delegated_administrator" "audit" {
  for_each = toset(["access-analyzer.amazonaws.com", "config.amazonaws.com"])

  account_id        = local.account_ids["audit"]
  service_principal = each.key
}

resource "aws_guardduty_organization_admin_account" "audit" {
  for_each = var.regions

  region           = each.key
  admin_account_id = local.account_ids["audit"]
  depends_on       = [aws_organizations_organization.this]
}

resource "aws_securityhub_organization_admin_account" "audit" {
  admin_account_id = local.account_ids["audit"]
  depends_on       = [aws_organizations_organization.this]
}`,
    ),
    file(
      'organization/cloudtrail.tf',
      'One organization trail, for all accounts and regions.',
      'Management events only, which is one free copy; data events are a variable. Files are signed, so tampering shows.',
      'hcl',
      `
resource "aws_cloudtrail" "organization" {
  name                          = "organization"
  s3_bucket_name                = aws_s3_bucket.logs.id
  kms_key_id                    = aws_kms_key.logs.arn
  is_organization_trail         = true
  is_multi_region_trail         = true
  include_global_service_events = true
  enable_log_file_validation    = true

  depends_on = [aws_s3_bucket_policy.logs]
}`,
    ),
    file(
      'organization/log-archive.tf',
      'The buckets for logs, in an account where nobody works.',
      'Versioned, encrypted and closed to the public. The one for the trail is locked for a year in governance mode; set COMPLIANCE if not even an administrator may lift that. Config has one of its own, since it cannot deliver into a bucket with a default lock.',
      'hcl',
      `
resource "aws_s3_bucket" "logs" {
  provider            = aws.log_archive
  bucket              = "\${var.prefix}-organization-logs"
  object_lock_enabled = true
}

resource "aws_s3_bucket_object_lock_configuration" "logs" {
  provider = aws.log_archive
  bucket   = aws_s3_bucket.logs.id

  rule {
    default_retention {
      mode = "GOVERNANCE"
      days = var.log_retention_days
    }
  }
}`,
    ),
    file(
      'organization/config.tf',
      'Collects the configuration history of all accounts in the audit account.',
      'Records continuously in production and daily elsewhere, since Config is billed by the item. Add the rules that your auditor asks for; none are on by default.',
      'hcl',
      `
resource "aws_config_configuration_aggregator" "organization" {
  provider = aws.audit
  name     = "organization"

  organization_aggregation_source {
    all_regions = true
    role_arn    = aws_iam_role.config_aggregator.arn
  }

  depends_on = [aws_organizations_delegated_administrator.audit]
}`,
    ),
    file(
      'organization/guardduty.tf',
      'Threat detection on in every account and every region that you use, new accounts included.',
      'Run from the audit account. S3 protection is on; runtime monitoring and malware scanning are variables because they cost more.',
      'hcl',
      `
resource "aws_guardduty_detector" "audit" {
  for_each = var.regions
  provider = aws.audit

  region                       = each.key
  enable                       = true
  finding_publishing_frequency = "FIFTEEN_MINUTES"
}

resource "aws_guardduty_organization_configuration" "this" {
  for_each = aws_guardduty_detector.audit
  provider = aws.audit

  region                           = each.key
  detector_id                      = each.value.id
  auto_enable_organization_members = "ALL"

  depends_on = [aws_guardduty_organization_admin_account.audit]
}`,
    ),
    file(
      'organization/security-hub.tf',
      'One list of findings for all accounts and regions.',
      'Central configuration, so that a policy and not each account decides which standards run. Starts with AWS Foundational Security Best Practices.',
      'hcl',
      `
resource "aws_securityhub_finding_aggregator" "this" {
  provider     = aws.audit
  linking_mode = "ALL_REGIONS"
  depends_on   = [aws_securityhub_organization_admin_account.audit]
}

resource "aws_securityhub_organization_configuration" "this" {
  provider              = aws.audit
  auto_enable           = false
  auto_enable_standards = "NONE"

  organization_configuration {
    configuration_type = "CENTRAL"
  }

  depends_on = [aws_securityhub_finding_aggregator.this]
}`,
    ),
    file(
      'organization/budgets.tf',
      'A monthly budget for each account, with a warning before it is spent.',
      'Mails when 80 percent is spent, and when the forecast passes 100 percent. The amount is in the account map.',
      'hcl',
      `
resource "aws_budgets_budget" "account" {
  for_each = var.accounts

  name         = each.key
  budget_type  = "COST"
  time_unit    = "MONTHLY"
  limit_unit   = "USD"
  limit_amount = each.value.monthly_usd

  cost_filter {
    name   = "LinkedAccount"
    values = [local.account_ids[each.key]]
  }

  notification {
    comparison_operator        = "GREATER_THAN"
    notification_type          = "FORECASTED"
    threshold                  = 100
    threshold_type             = "PERCENTAGE"
    subscriber_email_addresses = [var.budget_email]
  }
}`,
    ),
    file(
      'organization/outputs.tf',
      'What the other folders read: account ids, unit ids and the organization id.',
      'Read through terraform_remote_state by name, so no account id is ever typed twice.',
      'hcl',
      `
output "account_ids" {
  description = "Account id by account name."
  value       = local.account_ids
}

output "organization_arn" {
  description = "For resource shares and bucket policies."
  value       = aws_organizations_organization.this.arn
}`,
    ),
  ],
)
