import { file, folder } from './node.ts'

export const iamIdentityCenter = folder(
  'iam-identity-center',
  'Who may sign in, to which account, with which permissions.',
  'A root module of its own, so that access reviews read one small plan. Works with the built-in directory or with groups synced from Entra ID, Okta or Google.',
  [
    file(
      'iam-identity-center/versions.tf',
      'Versions, the state and the provider of this folder.',
      'Identity Center is administered in its primary region; the provider is set to it. The organization state is read here for the account ids.',
      'hcl',
      `
data "terraform_remote_state" "organization" {
  backend = "s3"

  config = {
    bucket = var.state_bucket
    key    = "organization/terraform.tfstate"
    region = var.home_region
  }
}

locals {
  account_ids = data.terraform_remote_state.organization.outputs.account_ids
}`,
    ),
    file(
      'iam-identity-center/variables.tf',
      'People, groups and the access matrix as typed inputs.',
      'Access is a map of group, account and permission set. Every reader of a pull request sees who gets what, without reading Terraform.',
      'hcl',
      `
variable "access" {
  description = "Group => account => permission sets."
  type        = map(map(list(string)))
}

variable "users" {
  description = "People by user name. Leave empty when an identity provider syncs them."
  type = map(object({
    given_name  = string
    family_name = string
    email       = string
    groups      = list(string)
  }))
  default = {}
}`,
    ),
    file(
      'iam-identity-center/terraform.tfvars.example',
      'An access matrix for a platform team, developers and a security team.',
      'Nobody has standing administrator access to production. Copy it to terraform.tfvars and replace the groups.',
      'hcl',
      `
access = {
  platform = {
    dev     = ["Administrator"]
    staging = ["Administrator"]
    prod    = ["PowerUser"]
    network = ["Administrator"]
  }
  developers = {
    dev     = ["PowerUser"]
    staging = ["ReadOnly"]
  }
  security = {
    audit       = ["Administrator"]
    log-archive = ["ReadOnly"]
    prod        = ["SecurityAudit"]
  }
}`,
    ),
    file(
      'iam-identity-center/permission-sets.tf',
      'The permission sets: Administrator, PowerUser, ReadOnly, SecurityAudit, Billing.',
      'Each has a session length that fits its risk: one hour for Administrator, eight for ReadOnly. Add a set by adding an entry.',
      'hcl',
      `
locals {
  permission_sets = {
    Administrator = { hours = 1, policies = ["AdministratorAccess"] }
    PowerUser     = { hours = 4, policies = ["PowerUserAccess"] }
    ReadOnly      = { hours = 8, policies = ["ReadOnlyAccess"] }
    SecurityAudit = { hours = 4, policies = ["SecurityAudit"] }
    Billing       = { hours = 4, policies = ["job-function/Billing"] }
  }
}

resource "aws_ssoadmin_permission_set" "this" {
  for_each = local.permission_sets

  instance_arn     = local.instance_arn
  name             = each.key
  session_duration = "PT\${each.value.hours}H"
}`,
    ),
    file(
      'iam-identity-center/permission-boundary.json',
      'The most that a developer can give to a role they create.',
      'Attached to PowerUser where teams make their own roles. A role they make must carry it too, so that none can do more than they can, and nobody under it can change it.',
      'json',
      `
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": "*", "Resource": "*" },
    {
      "Sid": "OnlyRolesWithThisBoundary",
      "Effect": "Deny",
      "Action": [
        "iam:AttachRolePolicy", "iam:CreateRole",
        "iam:PutRolePermissionsBoundary", "iam:PutRolePolicy"
      ],
      "Resource": "*",
      "Condition": {
        "StringNotLike": {
          "iam:PermissionsBoundary": "arn:aws:iam::*:policy/permission-boundary"
        }
      }
    },
    {
      "Sid": "NoChangeOfThisBoundary",
      "Effect": "Deny",
      "Action": [
        "iam:CreatePolicyVersion", "iam:DeletePolicy",
        "iam:DeletePolicyVersion", "iam:SetDefaultPolicyVersion"
      ],
      "Resource": "arn:aws:iam::*:policy/permission-boundary"
    },
    {
      "Sid": "NoIdentityOrOrganizationChanges",
      "Effect": "Deny",
      "Action": [
        "iam:CreateAccessKey", "iam:CreateLoginProfile", "iam:CreateUser",
        "iam:DeleteRolePermissionsBoundary", "organizations:*", "sso:*"
      ],
      "Resource": "*"
    }
  ]
}`,
    ),
    file(
      'iam-identity-center/groups.tf',
      'One group for each row of the access matrix.',
      'With an external identity provider, set groups_are_synced: the groups are then looked up instead of made.',
      'hcl',
      `
resource "aws_identitystore_group" "this" {
  for_each = var.groups_are_synced ? {} : var.access

  identity_store_id = local.identity_store_id
  display_name      = each.key
}

data "aws_identitystore_group" "synced" {
  for_each          = var.groups_are_synced ? var.access : {}
  identity_store_id = local.identity_store_id

  alternate_identifier {
    unique_attribute {
      attribute_path  = "DisplayName"
      attribute_value = each.key
    }
  }
}`,
    ),
    file(
      'iam-identity-center/users.tf',
      'People in the built-in directory, and the groups they belong to.',
      'Leave the users map empty when an identity provider syncs them. Removing an entry removes every assignment that came through its groups.',
      'hcl',
      `
resource "aws_identitystore_user" "this" {
  for_each = var.users

  identity_store_id = local.identity_store_id
  user_name         = each.key
  display_name      = "\${each.value.given_name} \${each.value.family_name}"

  name {
    given_name  = each.value.given_name
    family_name = each.value.family_name
  }

  emails {
    value   = each.value.email
    primary = true
  }
}`,
    ),
    file(
      'iam-identity-center/assignments.tf',
      'Turns the access matrix into account assignments.',
      'The key of each assignment names group, account and set, so a plan reads like the change that was asked for. People are never assigned directly.',
      'hcl',
      `
locals {
  assignments = merge(flatten([
    for group, accounts in var.access : [
      for account, sets in accounts : {
        for set in sets : "\${group}/\${account}/\${set}" => { group = group, account = account, set = set }
      }
    ]
  ])...)
}

resource "aws_ssoadmin_account_assignment" "this" {
  for_each = local.assignments

  instance_arn       = local.instance_arn
  permission_set_arn = aws_ssoadmin_permission_set.this[each.value.set].arn
  principal_id       = local.group_ids[each.value.group]
  principal_type     = "GROUP"
  target_id          = local.account_ids[each.value.account]
  target_type        = "AWS_ACCOUNT"
}`,
    ),
    file(
      'iam-identity-center/break-glass.tf',
      'Emergency access for the day when Identity Center itself is down.',
      'Two IAM users with hardware keys, in a group that may assume one role. Every use raises an alarm; the runbook says when that is right.',
      'hcl',
      `
data "aws_iam_policy_document" "break_glass_trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "AWS"
      identifiers = [for user in aws_iam_user.break_glass : user.arn]
    }

    condition {
      test     = "Bool"
      variable = "aws:MultiFactorAuthPresent"
      values   = ["true"]
    }
  }
}`,
    ),
    file(
      'iam-identity-center/outputs.tf',
      'The start address for people, and the ids of groups and permission sets.',
      'Give the start address to everybody; paste it into aws configure sso once.',
      'hcl',
      `
output "start_url" {
  value = "https://\${local.identity_store_id}.awsapps.com/start"
}`,
    ),
  ],
)
