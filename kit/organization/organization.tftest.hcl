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
    condition     = length(aws_guardduty_detector.audit) == 0 && length(aws_securityhub_account.audit) == 0
    error_message = "Nothing looks for threats."
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

run "a_pattern_of_repositories_that_may_push" {
  command = plan

  variables {
    image_repositories = { "orders/api" = "acme/*" }
  }

  expect_failures = [var.image_repositories]
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
