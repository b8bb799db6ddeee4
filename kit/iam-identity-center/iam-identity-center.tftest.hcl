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
    condition     = keys(aws_ssoadmin_permissions_boundary_attachment.this) == ["PowerUser"]
    error_message = "PowerUser is bounded, the others are not."
  }
}

# EventBridge compares each name, or its beginning.
run "alarms" {
  command = plan

  assert {
    condition     = keys(local.alarms) == ["access", "break-glass"]
    error_message = "A new alarm needs samples here."
  }

  assert {
    condition     = jsondecode(aws_cloudwatch_event_rule.alarms["break-glass/us-east-1"].event_pattern) == { "detail-type" = ["AWS API Call via CloudTrail", "AWS Console Sign In via CloudTrail"], detail = { userIdentity = { type = ["IAMUser"], userName = [{ prefix = "break-glass-" }] } } }
    error_message = "Whatever a break-glass user does raises the alarm, and nothing else."
  }

  assert {
    condition     = alltrue([for name in var.break_glass_users : startswith(name, local.alarms["break-glass"].pattern.detail.userIdentity.userName[0].prefix)])
    error_message = "The alarm knows the break-glass users by their names."
  }

  assert {
    condition = {
      for event in ["identitystore-scim/PatchGroup", "identitystore-scim/PatchUser", "identitystore/CreateGroupMembership", "sso-directory/AddMemberToGroup", "sso/CreateAccountAssignment", "sso/DeletePermissionsBoundaryFromPermissionSet", "sso/ListAccountAssignments"] : event => anytrue([
        for one in local.alarms.access.pattern.detail["$or"] :
        contains(one.eventSource, "${split("/", event)[0]}.amazonaws.com") && anytrue([for name in try(one.eventName, []) : try(startswith(split("/", event)[1], name.prefix), split("/", event)[1] == name)])
      ])
      } == {
      "identitystore-scim/PatchGroup"                  = true
      "identitystore-scim/PatchUser"                   = false
      "identitystore/CreateGroupMembership"            = true
      "sso-directory/AddMemberToGroup"                 = true
      "sso/CreateAccountAssignment"                    = true
      "sso/DeletePermissionsBoundaryFromPermissionSet" = true
      "sso/ListAccountAssignments"                     = false
    }
    error_message = "Whoever gets access raises the alarm, and so does taking the boundary off a permission set."
  }

  assert {
    condition     = contains(local.alarms.access.pattern.detail["$or"], { eventSource = ["iam.amazonaws.com"], requestParameters = { userName = [{ prefix = "break-glass-" }] } })
    error_message = "A new key of a break-glass user raises the alarm, and one of another user does not."
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

run "values_that_are_refused" {
  command = plan

  variables {
    permission_sets   = { Administrator = { hours = 13, managed = ["AdministratorAccess"] } }
    break_glass_users = ["admin"]
    alarm_regions     = ["eu-central-1"]
    access            = {}
  }

  expect_failures = [var.permission_sets, var.break_glass_users, var.alarm_regions]
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
