# Run `terraform test` in this folder. It needs no account and no credentials, because the AWS provider is a mock.

mock_provider "aws" {
  mock_data "aws_ssoadmin_instances" {
    defaults = {
      arns               = ["arn:aws:sso:::instance/ssoins-0000000000000000"]
      identity_store_ids = ["d-0000000000"]
    }
  }

  mock_data "aws_iam_policy_document" {
    defaults = { json = "{\"Version\":\"2012-10-17\",\"Statement\":[]}" }
  }
}

override_data {
  target = data.terraform_remote_state.organization
  values = {
    outputs = {
      account_ids      = { identity = "111122223333", dev = "222233334444", prod = "333344445555" }
      identity_account = "identity"
      management_role  = "OrganizationAccountAccessRole"
    }
  }
}

variables {
  state_bucket = "acme-terraform-state"
  state_region = "eu-central-1"
  home_region  = "eu-central-1"
  alarm_email  = "security@example.com"

  alarm_regions = ["eu-central-1", "us-east-1"]

  access = {
    platform   = { dev = ["Administrator"], prod = ["PowerUser"] }
    developers = { dev = ["PowerUser"] }
  }
}

run "an_assignment_for_each_cell" {
  command = plan

  assert {
    condition     = toset(keys(aws_ssoadmin_account_assignment.this)) == toset(["platform/dev/Administrator", "platform/prod/PowerUser", "developers/dev/PowerUser"])
    error_message = "The keys name group, account and set."
  }

  assert {
    condition     = length(aws_cloudwatch_event_rule.alarms) == 4
    error_message = "Two alarms in each of two regions."
  }

  assert {
    condition     = strcontains(aws_cloudwatch_event_rule.alarms["access/eu-central-1"].event_pattern, jsonencode({ prefix = "Delete" }))
    error_message = "Taking the boundary off a permission set raises the alarm, too."
  }

  assert {
    condition     = keys(aws_ssoadmin_permissions_boundary_attachment.this) == ["PowerUser"]
    error_message = "PowerUser is bounded, the others are not."
  }
}

run "an_account_that_does_not_exist" {
  command = plan

  variables {
    access = { platform = { production = ["Administrator"] } }
  }

  expect_failures = [aws_ssoadmin_account_assignment.this]
}

run "a_permission_set_that_does_not_exist" {
  command = plan

  variables {
    access = { platform = { dev = ["Admin"] } }
  }

  expect_failures = [aws_ssoadmin_account_assignment.this]
}

run "a_set_with_the_name_of_the_one_for_the_management_account" {
  command = plan

  variables {
    permission_sets = {
      Management = { hours = 1, managed = ["AdministratorAccess"] }
    }
    access = { platform = { dev = ["Management"] } }
  }

  expect_failures = [var.permission_sets]
}

run "alarms_that_miss_the_home_region" {
  command = plan

  variables {
    alarm_regions = ["us-east-1"]
  }

  expect_failures = [var.alarm_regions]
}

run "somebody_in_an_unknown_group" {
  command = plan

  variables {
    users = {
      "ada@example.com" = { given_name = "Ada", family_name = "Example", email = "ada@example.com", groups = ["admins"] }
    }
  }

  expect_failures = [var.users]
}
