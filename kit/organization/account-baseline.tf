# What every member account has, deployed by CloudFormation StackSets: recorders, the permission boundary, the
# break-glass role and the provider for GitHub Actions. StackSets also deploy to accounts that are created later. They
# are in no team's state, so no team can change or destroy their resources.
#
# Once before the first apply, in the management account:
#
#   aws cloudformation activate-organizations-access

locals {
  baseline_units = { for name, unit in local.units : name => unit if unit.baseline }

  baseline_targets = {
    for pair in setproduct(keys(local.baseline_units), var.regions) :
    "${pair[0]}/${pair[1]}" => { unit = pair[0], region = pair[1] }
  }

  # The boundary is one file, which people read beside the permission sets. JSON is valid YAML, so the template can
  # contain it unchanged.
  baseline_template = replace(
    file("${path.module}/account-baseline.yaml"),
    "PERMISSION_BOUNDARY",
    jsonencode(jsondecode(file("${path.module}/../iam-identity-center/permission-boundary.json"))),
  )
}

resource "aws_cloudformation_stack_set" "baseline" {
  name             = "account-baseline"
  description      = "What every member account has. Made by the organization folder."
  permission_model = "SERVICE_MANAGED"
  call_as          = "SELF"
  capabilities     = ["CAPABILITY_NAMED_IAM"]
  template_body    = local.baseline_template

  parameters = {
    HomeRegion           = var.home_region
    ConfigBucket         = aws_s3_bucket.log["config"].id
    ConfigFrequency      = "DAILY"
    BreakGlassAccountId  = local.account_ids[var.identity_account]
    CreateGitHubProvider = tostring(var.create_github_provider)
  }

  auto_deployment {
    enabled = true

    # An account that is moved to the suspended unit keeps its roles until it is closed.
    retain_stacks_on_account_removal = true
  }

  managed_execution {
    active = true
  }

  # No failure may go unnoticed, so AWS works on one account at a time: it allows no more at the same time than the number
  # of tolerated failures and one.
  operation_preferences {
    failure_tolerance_count = 0
    max_concurrent_count    = 1
    region_concurrency_type = "PARALLEL"
  }

  lifecycle {
    # AWS sets this for service-managed sets.
    ignore_changes = [administration_role_arn]
  }

  depends_on = [aws_s3_bucket_policy.config]
}

resource "aws_cloudformation_stack_set_instance" "baseline" {
  for_each = local.baseline_targets

  stack_set_name            = aws_cloudformation_stack_set.baseline.name
  stack_set_instance_region = each.value.region

  parameter_overrides = {
    ConfigFrequency = local.units[each.value.unit].config_frequency
  }

  deployment_targets {
    organizational_unit_ids = [aws_organizations_organizational_unit.this[each.value.unit].id]
  }

  operation_preferences {
    failure_tolerance_count = 0
    max_concurrent_count    = 1
  }

  depends_on = [aws_organizations_account.this]
}
