# Run `terraform test` in this folder. It needs no account and no credentials, because the AWS provider is a mock.

mock_provider "aws" {
  mock_resource "aws_organizations_organization" {
    defaults = {
      id    = "o-example"
      arn   = "arn:aws:organizations::000011112222:organization/o-example"
      roots = [{ id = "r-exam", arn = "arn:aws:organizations::000011112222:root/o-example/r-exam", name = "Root", policy_types = [] }]
    }
  }

  mock_resource "aws_kms_key" {
    defaults = { arn = "arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-0000-0000-000000000000" }
  }

  mock_data "aws_iam_policy_document" {
    defaults = { json = "{\"Version\":\"2012-10-17\",\"Statement\":[]}" }
  }
}

mock_provider "aws" {
  alias = "audit"
}

mock_provider "aws" {
  alias = "log_archive"

  mock_resource "aws_kms_key" {
    defaults = { arn = "arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-0000-0000-000000000000" }
  }
}

mock_provider "aws" {
  alias = "images"
}

variables {
  management_account_id = "000011112222"
  home_region           = "eu-central-1"
  regions               = ["eu-central-1", "us-east-1"]
  prefix                = "acme"
  budget_email          = "finance@example.com"
  security_email        = "security@example.com"

  accounts = {
    log-archive = { email = "logs@example.com", unit = "security" }
    audit       = { email = "audit@example.com", unit = "security" }
    identity    = { email = "identity@example.com", unit = "access" }
    network     = { email = "network@example.com", unit = "shared" }
    images      = { email = "images@example.com", unit = "shared" }
    prod        = { email = "prod@example.com", unit = "workloads", monthly_usd = 2000 }
  }
}

run "a_plan_of_the_example" {
  command = plan

  assert {
    condition     = length(aws_organizations_account.this) == 6
    error_message = "One account for each entry."
  }

  assert {
    condition     = length(aws_ce_anomaly_subscription.mail) == 0
    error_message = "No mail about unusual costs before AWS has made its monitor."
  }

  assert {
    condition     = aws_guardduty_detector_feature.audit["eu-central-1/EKS_AUDIT_LOGS"].status == "DISABLED"
    error_message = "A plan that nobody asked for is off."
  }

  assert {
    condition     = contains(local.disabled_controls, "GuardDuty.11") && !contains(local.disabled_controls, "GuardDuty.10")
    error_message = "Controls of plans that are off by choice are off, and those of the others are on."
  }

  assert {
    condition     = alltrue([for plan in local.guardduty_plans : length(local.guardduty_controls[plan]) > 0])
    error_message = "Every plan of GuardDuty has controls that fail while it is off."
  }

  assert {
    condition     = toset(local.disabled_controls) == toset(flatten([for plan, controls in local.guardduty_controls : controls if plan != "S3_DATA_EVENTS"]))
    error_message = "With the plan S3_DATA_EVENTS alone, the controls of all other plans are off."
  }

  assert {
    condition     = local.trail_arn == "arn:aws:cloudtrail:${var.home_region}:${var.management_account_id}:trail/${aws_cloudtrail.organization.name}"
    error_message = "The bucket and the key of the trail let this trail in."
  }

  assert {
    condition     = alltrue([for bucket in aws_s3_bucket_lifecycle_configuration.log : bucket.rule[0].expiration[0].days > var.log_retention_days])
    error_message = "No log expires before its retention ends: the lock of the trail keeps only old versions."
  }

  assert {
    condition     = alltrue([for region, recorder in aws_config_configuration_recorder.management : recorder.recording_group[0].include_global_resource_types == (region == var.home_region)])
    error_message = "Roles and users are recorded, and billed, in the home region only."
  }

  assert {
    condition     = length(aws_organizations_policy.rcp) == 0 && length(aws_organizations_policy_attachment.rcp) == 0
    error_message = "Nobody outside of the organization is denied unless somebody asked for it."
  }

  assert {
    condition     = strcontains(local.documents["region-allowlist"], "[\"eu-central-1\",\"us-east-1\"]")
    error_message = "The regions take the place of their placeholder."
  }

  assert {
    condition     = !anytrue([for document in values(local.documents) : strcontains(document, "MANAGEMENT_ROLE")])
    error_message = "No placeholder is left in a policy."
  }
}

# EventBridge compares each name, or its beginning. A sample that an alarm should miss only reads, or is somebody's telephone number.
run "alarms" {
  command = plan

  assert {
    condition     = keys(local.alarms) == ["access", "organization", "root", "trail"]
    error_message = "A new alarm needs samples here."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.management["root/us-east-1"].event_pattern) == { "detail-type" = ["AWS API Call via CloudTrail", "AWS Console Sign In via CloudTrail"], detail = { userIdentity = { type = ["Root"] } } }
    error_message = "Whatever the root user does raises the alarm, and nothing else."
  }

  assert {
    condition     = alltrue([for name, alarm in local.alarms : contains(alarm.pattern["detail-type"], "AWS API Call via CloudTrail")])
    error_message = "Each alarm waits for calls that CloudTrail records."
  }

  assert {
    condition     = local.alarms.organization.pattern.detail.eventSource == ["organizations.amazonaws.com"] && { for event in ["DetachPolicy", "ListAccounts", "MoveAccount", "RegisterDelegatedAdministrator"] : event => anytrue([for name in local.alarms.organization.pattern.detail.eventName : startswith(event, name.prefix)]) } == { DetachPolicy = true, ListAccounts = false, MoveAccount = true, RegisterDelegatedAdministrator = true }
    error_message = "Changes of policies, accounts and delegations raise the alarm."
  }

  assert {
    condition     = local.alarms.trail.pattern.detail.eventSource == ["cloudtrail.amazonaws.com"] && local.alarms.trail.pattern.detail.eventName == ["DeleteTrail", "PutEventSelectors", "StopLogging", "UpdateTrail"]
    error_message = "Whatever changes or stops the trail raises the alarm."
  }

  assert {
    condition = {
      for event in ["identitystore-scim/PatchGroup", "identitystore-scim/PatchUser", "identitystore/CreateGroupMembership", "sso-directory/AddMemberToGroup", "sso/CreateAccountAssignment", "sso/ListAccountAssignments"] : event => anytrue([
        for one in local.alarms.access.pattern.detail["$or"] :
        contains(one.eventSource, "${split("/", event)[0]}.amazonaws.com") && anytrue([for name in one.eventName : try(startswith(split("/", event)[1], name.prefix), split("/", event)[1] == name)])
      ])
      } == {
      "identitystore-scim/PatchGroup"       = true
      "identitystore-scim/PatchUser"        = false
      "identitystore/CreateGroupMembership" = true
      "sso-directory/AddMemberToGroup"      = true
      "sso/CreateAccountAssignment"         = true
      "sso/ListAccountAssignments"          = false
    }
    error_message = "Whoever gets access raises the alarm, by an identity provider, too."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.findings.event_pattern).source == ["aws.securityhub"] && jsondecode(aws_cloudwatch_event_rule.findings.event_pattern)["detail-type"] == ["Security Hub Findings - Imported"]
    error_message = "Findings come from Security Hub."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.findings.event_pattern).detail.findings == { RecordState = ["ACTIVE"], Workflow = { Status = ["NEW"] }, "$or" = [{ Severity = { Label = ["CRITICAL"] } }, { Severity = { Label = ["HIGH"] }, ProductName = ["GuardDuty"] }] }
    error_message = "A critical finding and a high one of GuardDuty raise the alarm, while nobody works on it."
  }
}

# The values of step 3 in docs/existing-organization.md.
run "an_organization_that_holds_everything_back" {
  command = plan

  variables {
    attach                = []
    organization_policies = []
    detection             = false
    baseline_units        = []
  }

  assert {
    condition     = length(aws_organizations_policy_attachment.scp) == 0 && length(aws_organizations_policy_attachment.setting) == 0
    error_message = "No policy is attached."
  }

  assert {
    condition     = length(aws_guardduty_detector.audit) + length(aws_guardduty_detector.management) + length(aws_guardduty_organization_admin_account.home) + length(aws_guardduty_organization_admin_account.others) + length(aws_guardduty_organization_configuration.this) + length(aws_guardduty_organization_configuration_feature.this) == 0
    error_message = "GuardDuty acts on no account."
  }

  assert {
    condition     = length(aws_securityhub_account.audit) + length(aws_securityhub_organization_admin_account.audit) + length(aws_securityhub_configuration_policy_association.baseline) == 0
    error_message = "Security Hub acts on no account."
  }

  assert {
    condition     = length(aws_cloudformation_stack_instances.baseline) == 0
    error_message = "No account gets the baseline."
  }
}

run "one_policy_after_the_other" {
  command = plan

  variables {
    attach = ["root/deny-leave", "workloads/region-allowlist"]
  }

  assert {
    condition     = toset(keys(aws_organizations_policy_attachment.scp)) == toset(["root/deny-leave", "workloads/region-allowlist"])
    error_message = "What is named is attached, and nothing else."
  }

  assert {
    condition     = toset(keys(aws_organizations_policy.scp)) == toset(["deny-leave", "region-allowlist"])
    error_message = "A policy that is attached to nothing is not made."
  }
}

run "a_policy_that_does_not_exist" {
  command = plan

  variables {
    attach = ["workload/region-allowlist"]
  }

  expect_failures = [output.attached_policies]
}

run "resource_control_policies_of_one_unit" {
  command = plan

  variables {
    resource_control_policies = ["workloads/only-my-github", "workloads/only-my-organization"]
    github_owners             = ["acme"]
  }

  assert {
    condition     = toset(keys(aws_organizations_policy_attachment.rcp)) == var.resource_control_policies
    error_message = "What is named is attached, and nothing else."
  }

  assert {
    condition     = alltrue([for policy in aws_organizations_policy.rcp : policy.type == "RESOURCE_CONTROL_POLICY"])
    error_message = "They are resource control policies."
  }
}

run "a_resource_control_policy_that_stops_every_workflow" {
  command = plan

  variables {
    resource_control_policies = ["workloads/only-my-github"]
  }

  expect_failures = [aws_organizations_policy.rcp]
}

run "a_resource_control_policy_of_a_unit_that_does_not_exist" {
  command = plan

  variables {
    resource_control_policies = ["workload/only-my-organization"]
  }

  expect_failures = [aws_organizations_policy_attachment.rcp]
}

run "a_unit_without_accounts" {
  command = plan

  variables {
    accounts = {
      log-archive = { email = "logs@example.com", unit = "security" }
      audit       = { email = "audit@example.com", unit = "security" }
      identity    = { email = "identity@example.com", unit = "access" }
      network     = { email = "network@example.com", unit = "shared" }
      images      = { email = "images@example.com", unit = "shared" }
    }
  }

  assert {
    condition     = local.baseline_units == toset(["access", "security", "shared"])
    error_message = "Only units with accounts get the baseline."
  }
}

run "an_organization_that_uses_another_type_of_policies" {
  command = plan

  variables {
    further_policy_types = ["BACKUP_POLICY", "TAG_POLICY"]
  }

  assert {
    condition     = length(aws_organizations_organization.this.enabled_policy_types) == 6
    error_message = "The types of the kit stay on, and so does the other one."
  }
}

run "two_accounts_with_one_address" {
  command = plan

  variables {
    accounts = {
      log-archive = { email = "logs@example.com", unit = "security" }
      audit       = { email = "LOGS@example.com", unit = "security" }
      identity    = { email = "identity@example.com", unit = "access" }
      network     = { email = "network@example.com", unit = "shared" }
      images      = { email = "images@example.com", unit = "shared" }
    }
  }

  expect_failures = [var.accounts]
}

run "a_unit_that_does_not_exist" {
  command = plan

  variables {
    accounts = {
      log-archive = { email = "logs@example.com", unit = "security" }
      audit       = { email = "audit@example.com", unit = "security" }
      identity    = { email = "identity@example.com", unit = "access" }
      network     = { email = "network@example.com", unit = "shared" }
      images      = { email = "images@example.com", unit = "shard" }
    }
  }

  expect_failures = [aws_organizations_account.this]
}

run "values_that_are_refused" {
  command = plan

  variables {
    management_account_id     = "00001111222"
    regions                   = ["eu-west-1"]
    prefix                    = "Acme"
    identity_account          = "other"
    log_retention_days        = 89
    config_frequency          = "HOURLY"
    image_repositories        = { "orders/api" = "acme/*" }
    organization_policies     = ["tags"]
    resource_control_policies = ["only-my-organization"]
    partner_accounts          = ["11112222333"]
    github_owners             = ["*"]

    contacts = { SALES = { name = "Ada", title = "Sales", email = "sales@example.com", phone = "+100" } }
  }

  expect_failures = [
    var.management_account_id,
    var.regions,
    var.prefix,
    var.identity_account,
    var.log_retention_days,
    var.config_frequency,
    var.image_repositories,
    var.organization_policies,
    var.resource_control_policies,
    var.partner_accounts,
    var.github_owners,
    var.contacts,
  ]
}

run "an_account_that_other_files_need" {
  command = plan

  variables {
    accounts = { identity = { email = "identity@example.com", unit = "access" } }
  }

  expect_failures = [var.accounts]
}

run "a_home_region_that_is_not_allowed" {
  command = plan

  variables {
    regions = ["us-east-1"]
  }

  expect_failures = [var.regions]
}

run "a_list_of_regions_without_virginia" {
  command = plan

  variables {
    regions = ["eu-central-1"]
  }

  expect_failures = [var.regions]
}
